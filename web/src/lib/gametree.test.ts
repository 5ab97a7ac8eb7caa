import { describe, expect, test } from 'vitest';
import { endOf, fromGame, GameTree, isMain, moveNumber, movesTo, pathTo, sibling, toPdn } from './gametree';
import { readFen, toFen } from './rules';

const fresh = () => new GameTree(readFen('start'));
const head = { tags: [], result: '*' as const };
const movesOf = (pdn: string) => pdn.split('\n\n')[1]!.trim().replaceAll('\n', ' ');

describe('a game tree', () => {
  test('a move that is there already is not made twice', () => {
    const tree = fresh();
    const first = tree.playAll(tree.root, ['11-15', '23-19']);
    expect(tree.playAll(tree.root, ['11-15', '23-19'])).toBe(first);
    expect(tree.root.children).toHaveLength(1);
  });

  test('another move becomes a variation', () => {
    const tree = fresh();
    const main = tree.playAll(tree.root, ['11-15', '23-19']);
    const side = tree.playAll(tree.root, ['11-15', '22-18']);
    expect(isMain(main)).toBe(true);
    expect(isMain(side)).toBe(false);
    expect(sibling(main, 1)).toBe(side);
    expect(sibling(side, 1)).toBe(main);
    expect(movesTo(side)).toEqual(['11-15', '22-18']);
  });

  test('promoting makes it the main line all the way up', () => {
    const tree = fresh();
    tree.playAll(tree.root, ['11-15', '23-19', '8-11']);
    const side = tree.playAll(tree.root, ['9-13', '22-18']);
    const deep = tree.playAll(side.parent!, ['24-20', '5-9']);
    tree.promote(deep);
    expect(movesTo(endOf(tree.root))).toEqual(['9-13', '24-20', '5-9']);
  });

  test('removing takes what follows along', () => {
    const tree = fresh();
    const second = tree.playAll(tree.root, ['11-15', '23-19', '8-11']).parent!;
    const left = tree.remove(second);
    expect(movesTo(endOf(tree.root))).toEqual(['11-15']);
    expect(left.move?.text).toBe('11-15');
  });

  test('an illegal move ends a line', () => {
    const tree = fresh();
    expect(movesTo(tree.playAll(tree.root, ['11-15', '1-2', '8-11']))).toEqual(['11-15']);
  });

  test('moves are numbered from the first move, whoever makes it', () => {
    const tree = new GameTree(readFen('W:W30:B1'));
    const node = tree.playAll(tree.root, ['30-26', '1-6', '26-23']);
    expect(pathTo(node).slice(1).map(moveNumber)).toEqual([
      { number: 1, isFirst: true },
      { number: 1, isFirst: false },
      { number: 2, isFirst: true },
    ]);
  });
});

describe('writing PDN', () => {
  test('a plain game', () => {
    const tree = fresh();
    tree.playAll(tree.root, ['11-15', '23-19', '8-11']);
    expect(movesOf(toPdn(tree, head))).toBe('1. 11-15 23-19 2. 8-11 *');
  });

  test('comments, strengths and nested variations', () => {
    const tree = fresh();
    const main = tree.playAll(tree.root, ['11-15', '23-19', '8-11']);
    main.parent!.comment = 'the {usual} move';
    main.strength = '!';
    const side = tree.playAll(tree.root, ['11-15', '22-18', '15x22', '25x18']);
    tree.playAll(side.parent!, ['26x17']);
    expect(movesOf(toPdn(tree, head))).toBe(
      '1. 11-15 23-19 {the (usual) move} (1... 22-18 2. 15x22 25x18 (2... 26x17)) 2. 8-11! *',
    );
  });

  test('a set-up position brings its FEN', () => {
    const tree = new GameTree(readFen('W:W30:B1'));
    tree.playAll(tree.root, ['30-26']);
    expect(toPdn(tree, head)).toContain('[FEN "W:W30:B1"]');
    expect(toPdn(fresh(), head)).not.toContain('FEN');
  });

  test('quotes in tags are escaped, empty tags left out', () => {
    const pdn = toPdn(fresh(), { tags: [{ name: 'Event', value: 'The "big" one' }, { name: 'Site', value: '' }], result: '1-0' });
    expect(pdn).toContain('[Event "The \\"big\\" one"]');
    expect(pdn).not.toContain('Site');
    expect(pdn.trim().endsWith('1-0')).toBe(true);
  });
});

describe('a game from the server', () => {
  const move = (text: string) => ({ notation: text, long: text, from: 0, to: 0, path: [], captures: [], fen: '' });
  const item = (text: string, more = {}) => ({ move: move(text), comment_before: '', comment_after: '', strength: '' as const, nags: [], variations: [], ...more });

  test('variations hang where the move was played', () => {
    const tree = fromGame({
      initial: 'start',
      main: {
        moves: [
          item('11-15', { comment_after: 'best', strength: '!' }),
          item('23-19', { variations: [{ moves: [item('22-18')], closing_comment: 'too' }] }),
        ],
        closing_comment: 'and so on',
      },
    });
    const first = tree.root.children[0]!;
    expect(first.comment).toBe('best');
    expect(first.children.map((n) => n.move!.text)).toEqual(['23-19', '22-18']);
    expect(first.children[0]!.comment).toBe('and so on');
    expect(first.children[1]!.comment).toBe('too');
    expect(toFen(endOf(tree.root).position)).toMatch(/^B:/);
  });
});
