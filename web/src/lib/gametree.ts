// A game with variations: a tree whose nodes are positions.  The first child of a node is the main
// line, the others are variations in the order in which they were added.
//
//     const tree = new GameTree(readFen('start'));
//     const node = tree.play(tree.root, move);        goes to the child, made if there is none

import type { Schemas } from './api';
import { after, legalMoves, type Move, type Position, readFen, readMove, samePosition, StartFen, toFen } from './rules';

export type Strength = Schemas['GameMove']['strength'];
export const Strengths: readonly Strength[] = ['!!', '!', '!?', '?!', '?', '??'];

export interface GameNode {
  readonly id: number;
  readonly parent: GameNode | null;
  readonly move: Move | null; // null: the root
  readonly position: Position; // after the move
  children: GameNode[];
  comment: string; // behind the move; of the root: before the first
  commentBefore: string;
  strength: Strength;
  nags: number[];
}

export class GameTree {
  readonly root: GameNode;
  #nextId = 0;

  constructor(initial: Position) {
    this.root = this.#make(null, null, initial);
  }

  #make(parent: GameNode | null, move: Move | null, position: Position): GameNode {
    const id = this.#nextId++;
    return { id, parent, move, position, children: [], comment: '', commentBefore: '', strength: '', nags: [] };
  }

  // REQUIRES: the move is legal at the node.
  play(node: GameNode, move: Move): GameNode {
    const position = after(node.position, move);
    const known = node.children.find((child) => samePosition(child.position, position));
    if (known) return known;
    const child = this.#make(node, move, position);
    node.children.push(child);
    return child;
  }

  // The moves as text, as far as they are legal; the last node reached.
  playAll(node: GameNode, moves: readonly string[]): GameNode {
    for (const text of moves) {
      const move = readMove(node.position, text);
      if (!move) return node;
      node = this.play(node, move);
    }
    return node;
  }

  // Takes the node and all that follows away; the node before it.  REQUIRES: not the root.
  remove(node: GameNode): GameNode {
    const parent = node.parent!;
    parent.children = parent.children.filter((child) => child !== node);
    return parent;
  }

  // Makes the line through the node the main line, all the way up.
  promote(node: GameNode): void {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      at.parent.children = [at, ...siblings.filter((child) => child !== at)];
    }
  }

  find(id: number): GameNode | null {
    const stack = [this.root];
    for (let node = stack.pop(); node; node = stack.pop()) {
      if (node.id === id) return node;
      stack.push(...node.children);
    }
    return null;
  }
}

// Root first, the node itself last.
export function pathTo(node: GameNode): GameNode[] {
  const path: GameNode[] = [];
  for (let at: GameNode | null = node; at; at = at.parent) path.unshift(at);
  return path;
}

export const movesTo = (node: GameNode): string[] => pathTo(node).slice(1).map((n) => n.move!.text);

export function endOf(node: GameNode): GameNode {
  let at = node;
  while (at.children[0]) at = at.children[0];
  return at;
}

export const isMain = (node: GameNode): boolean => pathTo(node).every((n) => !n.parent || n.parent.children[0] === n);

export const plyOf = (node: GameNode): number => pathTo(node).length - 1;

// The next variation beside this node, in a circle; the node itself if it is alone.
export function sibling(node: GameNode, by: 1 | -1): GameNode {
  const all = node.parent?.children ?? [node];
  return all[(all.indexOf(node) + by + all.length) % all.length]!;
}

// The number that stands before the move: "3." for the first side, "3..." for the other.  Games may
// begin with White.
export function moveNumber(node: GameNode): { number: number; isFirst: boolean } {
  const ply = plyOf(node) - 1;
  return { number: Math.floor(ply / 2) + 1, isFirst: ply % 2 === 0 };
}

// ---- from the server

export function fromGame(game: { initial: string; main: Schemas['GameLine'] }): GameTree {
  const tree = new GameTree(readFen(game.initial));
  addLine(tree, tree.root, game.main);
  return tree;
}

function addLine(tree: GameTree, from: GameNode, line: Schemas['GameLine']): void {
  let node = from;
  for (const item of line.moves) {
    const child = addMove(tree, node, item);
    if (!child) return;
    for (const variation of item.variations) addLine(tree, node, variation);
    node = child;
  }
  if (line.closing_comment) node.comment = [node.comment, line.closing_comment].filter(Boolean).join(' ');
}

function addMove(tree: GameTree, node: GameNode, item: Schemas['GameMove']): GameNode | null {
  const move = readMove(node.position, item.move.long) ?? legalMoves(node.position).find((m) => m.text === item.move.notation);
  if (!move) return null;
  const child = tree.play(node, move);
  child.comment ||= item.comment_after;
  child.commentBefore ||= item.comment_before;
  child.strength ||= item.strength;
  child.nags = item.nags;
  return child;
}

// ---- PDN

export interface PdnHead {
  tags: { name: string; value: string }[];
  result: Schemas['Result'];
}

export function toPdn(tree: GameTree, head: PdnHead): string {
  const initial = toFen(tree.root.position);
  const named = head.tags.filter((tag) => !['FEN', 'SetUp', 'Result', 'GameType'].includes(tag.name) && tag.value);
  const tags = [...named, { name: 'GameType', value: '21' }];
  if (initial !== StartFen) tags.push({ name: 'SetUp', value: '1' }, { name: 'FEN', value: initial });
  tags.push({ name: 'Result', value: head.result });
  const lines = tags.map(({ name, value }) => `[${name} "${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"]`);
  const words = [...braced(tree.root.comment), ...lineWords(tree.root, true), head.result];
  return `${lines.join('\n')}\n\n${wrapped(words)}\n`;
}

// A comment cannot hold the brace that ends it.
const braced = (comment: string): string[] => (comment ? [`{${comment.replaceAll('}', ')').replaceAll('{', '(')}}`] : []);

function moveWords(node: GameNode, withNumber: boolean): string[] {
  const { number, isFirst } = moveNumber(node);
  const before = braced(node.commentBefore);
  const label = isFirst ? [`${number}.`] : withNumber || before.length > 0 ? [`${number}...`] : [];
  const nags = node.nags.map((nag) => `$${nag}`);
  return [...before, ...label, node.move!.text + node.strength, ...nags, ...braced(node.comment)];
}

// The main line from a node, and after each of its moves the variations to it.
function lineWords(from: GameNode, withNumber: boolean): string[] {
  const words: string[] = [];
  let node = from;
  let numbered = withNumber;
  while (node.children[0]) {
    const [main, ...others] = node.children;
    words.push(...moveWords(main!, numbered));
    for (const child of others) {
      const inner = [...moveWords(child, true), ...lineWords(child, child.comment !== '')];
      words.push(...bracketed(inner));
    }
    numbered = main!.comment !== '' || others.length > 0;
    node = main!;
  }
  return words;
}

function bracketed(words: string[]): string[] {
  if (words.length === 1) return [`(${words[0]})`];
  return [`(${words[0]}`, ...words.slice(1, -1), `${words.at(-1)})`];
}

function wrapped(words: string[], width = 78): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join('\n');
}
