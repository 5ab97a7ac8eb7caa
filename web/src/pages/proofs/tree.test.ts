import { describe, expect, test } from 'vitest';
import type { Schemas } from '../../lib/api';
import { lineTo, type Loader, ProofTree } from './tree.svelte';

const move = (text: string) => ({ notation: text, long: text, from: 1, to: 2, path: [1, 2], captures: [], fen: text });

// Every node has two children, named by the way to them, down to a depth.
function loader(depth: number, asked: string[] = []): Loader {
  return (fen = '') => {
    asked.push(fen);
    const child = (name: string): Schemas['ProofChild'] => ({
      move: move(name),
      fen: fen + name,
      label: 'W',
      kind: fen.length + 1 >= depth ? 'leaf' : 'inner',
      by: 'tree',
      chosen: name === 'a',
      open: fen.length + 1 < depth,
    });
    return Promise.resolve({ fen, label: 'W', kind: 'inner', by: 'tree', words: 'wins', score: null, children: [child('a'), child('b')] });
  };
}

describe('a proof tree', () => {
  test('begins with the root and its children', async () => {
    const tree = new ProofTree(loader(3));
    await tree.start();
    expect(tree.rows.map((n) => n.fen)).toEqual(['', 'a', 'b']);
  });

  test('children are asked for once, when they are needed', async () => {
    const asked: string[] = [];
    const tree = new ProofTree(loader(3, asked));
    await tree.start();
    const a = tree.rows[1]!;
    await tree.open(a);
    expect(tree.rows.map((n) => n.fen)).toEqual(['', 'a', 'aa', 'ab', 'b']);
    tree.close(a);
    expect(tree.rows).toHaveLength(3);
    await tree.open(a);
    expect(asked).toEqual(['', 'a']);
  });

  test('is untouched until something is opened or chosen', async () => {
    const tree = new ProofTree(loader(3));
    await tree.start();
    expect(tree.isUntouched).toBe(true);
    tree.step('ArrowDown');
    expect(tree.isUntouched).toBe(false);
    tree.step('ArrowUp');
    await tree.open(tree.rows[1]!);
    expect(tree.isUntouched).toBe(false);
  });

  test('closing a branch selects its head', async () => {
    const tree = new ProofTree(loader(3));
    await tree.start();
    await tree.open(tree.rows[1]!);
    tree.selected = tree.rows[3]!;
    tree.close(tree.rows[1]!);
    expect(tree.selected?.fen).toBe('a');
  });

  test('the arrow keys walk and open', async () => {
    const tree = new ProofTree(loader(3));
    await tree.start();
    expect(tree.step('ArrowDown')?.fen).toBe('a');
    tree.step('ArrowRight');
    await Promise.resolve();
    await new Promise((done) => setTimeout(done));
    expect(tree.step('ArrowRight')?.fen).toBe('aa');
    expect(lineTo(tree.selected!)).toEqual(['a', 'a']);
    expect(tree.step('ArrowLeft')?.fen).toBe('a');
    expect(tree.step('End')?.fen).toBe('b');
    expect(tree.step('q')).toBeNull();
  });

  test('a failure is kept at its place', async () => {
    const good = loader(3);
    const tree = new ProofTree((fen) => (fen === 'a' ? Promise.reject(new Error('Not there.')) : good(fen)));
    await tree.start();
    await tree.open(tree.rows[1]!);
    expect(tree.rows[1]!.error).toBe('Not there.');
    expect(tree.rows).toHaveLength(3);
  });

  test('ten thousand rows are flattened quickly', async () => {
    const Width = 120;
    const wide: Loader = (fen = '') => {
      const child = (i: number): Schemas['ProofChild'] => ({ move: move(`${i}`), fen: `${fen}/${i}`, label: 'W', kind: 'inner', by: 'tree', chosen: i === 0, open: true });
      return Promise.resolve({ fen, label: 'W', kind: 'inner', by: 'tree', words: 'wins', score: null, children: Array.from({ length: Width }, (_, i) => child(i)) });
    };
    const tree = new ProofTree(wide);
    await tree.start();
    for (const node of tree.rows.slice(1, 100)) await tree.open(node);
    expect(tree.rows.length).toBeGreaterThan(10_000);
    const begin = performance.now();
    tree.close(tree.rows[1]!);
    tree.step('End');
    expect(performance.now() - begin).toBeLessThan(100); // one opening or closing; about 1 ms on an idle machine
  });
});
