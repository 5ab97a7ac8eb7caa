// Addresses of the pages: #/board?fen=..., #/proofs?job=...  The part behind # never reaches the
// server, so any address can be reloaded or shared.

export const Pages = ['board', 'endgames', 'proofs', 'problems', 'games', 'jobs', 'settings'] as const;
export type Page = (typeof Pages)[number];

export interface Route {
  page: Page;
  query: Record<string, string>;
}

export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const page = (Pages as readonly string[]).includes(path) ? (path as Page) : 'board';
  return { page, query: Object.fromEntries(new URLSearchParams(search)) };
}

export function hrefOf(page: Page, query: Record<string, string | number | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  // Colons and commas of a FEN need no escape behind #.
  const text = search.toString().replaceAll('%3A', ':').replaceAll('%2C', ',');
  return `#/${page}${text ? `?${text}` : ''}`;
}

class Router {
  route = $state.raw<Route>(parseRoute(typeof location === 'undefined' ? '' : location.hash));

  constructor() {
    if (typeof window === 'undefined') return;
    window.addEventListener('hashchange', () => (this.route = parseRoute(location.hash)));
  }

  go(page: Page, query: Record<string, string | number | undefined> = {}): void {
    location.hash = hrefOf(page, query);
  }

  // Changes the address without a new entry in the history and without telling anybody.
  note(page: Page, query: Record<string, string | number | undefined> = {}): void {
    history.replaceState(null, '', hrefOf(page, query));
  }
}

export const router = new Router();
