// The game on the board: a tree of moves, the place in it that is shown, and its tags.  It outlives
// the page, so that one can look something up elsewhere and come back.

import { call, type Schemas } from '../../lib/api';
import { announcer } from '../../lib/announcer.svelte';
import { endOf, fromGame, type GameNode, GameTree, movesTo, pathTo, sibling, type Strength, toPdn } from '../../lib/gametree';
import { type Move, nameOf, other, type Position, readFen, StartFen, toFen } from '../../lib/rules';
import { Stored } from '../../lib/stored.svelte';

interface Draft {
  fen: string;
  moves: string[];
  at: number;
}

const NewTags = (): Schemas['Tag'][] => [
  { name: 'Event', value: '' },
  { name: 'Date', value: new Date().toISOString().slice(0, 10).replaceAll('-', '.') },
  { name: 'Black', value: '' },
  { name: 'White', value: '' },
];

export class Session {
  tree = $state.raw(new GameTree(readFen(StartFen)));
  current = $state.raw<GameNode>(this.tree.root);
  version = $state(0); // grows with every change of the tree
  tags = $state<Schemas['Tag'][]>(NewTags());
  result = $state<Schemas['Result']>('*');
  gameId = $state<number | null>(null); // of a game kept on the server
  #draft = new Stored<Draft | null>('board', null);

  constructor() {
    const draft = this.#draft.value;
    if (!draft) return;
    try {
      this.tree = new GameTree(readFen(draft.fen));
      this.tree.playAll(this.tree.root, draft.moves);
      this.current = this.tree.playAll(this.tree.root, draft.moves.slice(0, draft.at));
    } catch {
      this.newGame();
    }
  }

  get position(): Position {
    return this.current.position;
  }

  get isEnd(): boolean {
    void this.version;
    return this.current.children.length === 0;
  }

  tag(name: string): string {
    return this.tags.find((tag) => tag.name === name)?.value ?? '';
  }

  setTag(name: string, value: string): void {
    const known = this.tags.find((tag) => tag.name === name);
    if (known) known.value = value;
    else this.tags.push({ name, value });
  }

  // ---- begin

  newGame(fen: string = StartFen): void {
    this.tree = new GameTree(readFen(fen));
    this.tags = NewTags();
    this.result = '*';
    this.gameId = null;
    this.goTo(this.tree.root);
    this.#changed();
  }

  // REQUIRES: an answer of the server.
  open(game: { initial: string; main: Schemas['GameLine'] }, head?: { id: number | null; tags: Schemas['Tag'][]; result: Schemas['Result'] }): void {
    this.tree = fromGame(game);
    this.tags = head?.tags ?? NewTags();
    this.result = head?.result ?? '*';
    this.gameId = head?.id ?? null;
    this.goTo(this.tree.root);
    this.#changed();
  }

  async openKept(id: number, reading: Schemas['Reading']): Promise<void> {
    const game = await call('get', '/api/games/{id}', { path: { id }, query: { reading } });
    this.open(game, { id, tags: game.tags, result: game.header.result });
  }

  // ---- move about

  goTo(node: GameNode): void {
    this.current = node;
    this.#keep();
  }

  back(): void {
    if (this.current.parent) this.goTo(this.current.parent);
  }

  forward(): void {
    const next = this.current.children[0];
    if (!next) return;
    this.goTo(next);
    this.#speak(next);
  }

  first(): void {
    this.goTo(this.tree.root);
  }

  last(): void {
    this.goTo(endOf(this.current));
  }

  beside(by: 1 | -1): void {
    this.goTo(sibling(this.current, by));
  }

  // ---- change

  play(move: Move): void {
    this.goTo(this.tree.play(this.current, move));
    this.#speak(this.current);
    this.#changed();
  }

  playAll(moves: readonly string[]): void {
    this.goTo(this.tree.playAll(this.current, moves));
    this.#speak(this.current);
    this.#changed();
  }

  remove(node: GameNode): void {
    if (!node.parent) return;
    const onPath = pathTo(this.current).includes(node);
    const before = this.tree.remove(node);
    if (onPath) this.goTo(before);
    this.#changed();
  }

  promote(node: GameNode): void {
    this.tree.promote(node);
    this.#changed();
  }

  comment(node: GameNode, text: string): void {
    node.comment = text;
    this.#changed();
  }

  strength(node: GameNode, strength: Strength): void {
    node.strength = node.strength === strength ? '' : strength;
    this.#changed();
  }

  // Something was changed from outside.
  touched(): void {
    this.#changed();
  }

  // ---- out

  get initialFen(): string {
    return toFen(this.tree.root.position);
  }

  get moves(): string[] {
    return movesTo(this.current);
  }

  pdn(): string {
    return toPdn(this.tree, { tags: this.tags, result: this.result });
  }

  #changed(): void {
    this.version += 1;
    this.#keep();
  }

  #keep(): void {
    const end = endOf(this.current);
    this.#draft.value = { fen: this.initialFen, moves: movesTo(end), at: pathTo(this.current).length - 1 };
  }

  #speak(node: GameNode): void {
    if (!node.move) return;
    const who = nameOf(other(node.position.side));
    const taken = node.move.captured.length;
    const jump = taken > 0 ? `, takes ${taken}` : '';
    announcer.say(`${who} ${node.move.path.join(node.move.captured.length > 0 ? ' takes ' : ' to ')}${jump}.`);
  }
}

export const session = new Session();
