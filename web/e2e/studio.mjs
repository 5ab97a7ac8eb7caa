// Starts the real server on a free port with data of its own, and a browser in front of it.
//
//     const studio = await startStudio();          DEEPWELL_BIN: the executable
//     const page = await studio.open('board');
//     await studio.stop();
//
// With PAGES=dist the pages come from web/dist instead of the executable, under the same security
// policy: no need to link after every change.
//
// Waits are generous: the tests also run on a machine that is busy with other things.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const Patience = Number(process.env.PATIENCE ?? 60_000); // ms

const executable = process.env.DEEPWELL_BIN;
const browserPath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

async function servePages(context, address) {
  const policy = (await fetch(address)).headers.get('content-security-policy') ?? '';
  const dist = fileURLToPath(new URL('../dist', import.meta.url));
  const isPage = (url) => url.href.startsWith(address) && !url.pathname.startsWith('/api/');
  await context.route(isPage, async (route) => {
    const path = new URL(route.request().url()).pathname;
    const file = join(dist, path === '/' ? 'index.html' : path);
    await route.fulfill({ body: await readFile(file), contentType: types[extname(file)], headers: { 'Content-Security-Policy': policy } });
  });
}

async function startServer(data, port = 20000 + Math.floor(Math.random() * 20000)) {
  const child = spawn(executable, ['studio', '--port', String(port), '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const address = await new Promise((resolve, reject) => {
    const read = (chunk) => {
      output += chunk;
      const match = /http:\/\/[\d.]+:\d+/.exec(output);
      if (match) resolve(match[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => reject(new Error(`the studio ended with ${code}: ${output}`)));
    setTimeout(() => reject(new Error(`the studio did not start: ${output}`)), Patience).unref();
  });
  return { child, address };
}

async function stopServer({ child }) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const ended = once(child, 'exit');
  const late = setTimeout(() => child.kill('SIGKILL'), Patience / 2);
  await ended;
  clearTimeout(late);
}

// The command line, for databases that a journey takes for granted.
export async function run(data, ...args) {
  const child = spawn(executable, [...args, '--data', data], { stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`deepwell ${args.join(' ')} ended with ${code}`);
}

// pieces: databases up to so many are there.
export async function startStudio({ pieces = 4, browserOptions = {} } = {}) {
  if (!executable) throw new Error('DEEPWELL_BIN names the deepwell executable');
  const data = await mkdtemp(join(tmpdir(), 'studio-'));
  if (pieces > 0) await run(data, 'egdb', 'build', '--pieces', String(pieces));
  let server = await startServer(data);
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const faults = []; // what the pages complained about
  return {
    data,
    faults,
    get address() {
      return server.address;
    },
    async open(hash = 'board', options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...browserOptions, ...options });
      context.setDefaultTimeout(Patience);
      if (process.env.PAGES === 'dist') await servePages(context, server.address);
      const page = await context.newPage();
      // The sum of all layout shifts that the user did not cause (cumulative layout shift).
      await page.addInitScript(() => {
        globalThis.jumps = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.jumps += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      page.on('pageerror', (error) => faults.push(`${error.message}`));
      page.on('console', (message) => message.type() === 'error' && /Content.Security.Policy/i.test(message.text()) && faults.push(message.text()));
      await page.goto(`${server.address}/#/${hash}`);
      await page.waitForSelector('main h1', { state: 'attached' });
      return page;
    },
    // The same data and port; `meanwhile` runs while nobody answers.
    async restart(meanwhile = async () => {}) {
      await stopServer(server);
      await meanwhile();
      server = await startServer(data, new URL(server.address).port);
    },
    async stop() {
      await browser.close();
      await stopServer(server);
      await rm(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

// Asks until it is so.
export async function until(what, question, patience = Patience) {
  const end = Date.now() + patience;
  for (;;) {
    const answer = await question();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export const square = (page, number) => page.locator(`[role=gridcell][data-square="${number}"]`).first();

// Chooses squares on the board one after another, as a player does.
export async function choose(page, ...squares) {
  for (const number of squares) await square(page, number).click();
}

// What a screen reader would say of every square that can move now.
export async function movable(page) {
  return page.$$eval('[role=gridcell]', (cells) =>
    cells.filter((cell) => /can move|must jump/.test(cell.ariaLabel ?? '')).map((cell) => Number(cell.dataset.square)),
  );
}

export async function targets(page) {
  return page.$$eval('[role=gridcell]', (cells) => cells.filter((cell) => /can go here/.test(cell.ariaLabel ?? '')).map((cell) => Number(cell.dataset.square)));
}
