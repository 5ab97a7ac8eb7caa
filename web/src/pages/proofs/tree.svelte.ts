// A proof tree as far as it was opened.  Children are asked for when their parent is opened first;
// the rows in sight are one flat list.

import type { Schemas } from '../../lib/api';
import { sentenceOf } from '../../lib/api';

export interface TreeNode {
  readonly id: number;
  readonly parent: TreeNode | null;
  readonly depth: number;
  readonly fen: string;
  readonly move: string; // that led here; empty at the root
  readonly path: readonly number[]; // squares of the move
  readonly label: Schemas['Label'];
  readonly kind: Schemas['ProofNodeKind'];
  readonly by: string;
  readonly chosen: boolean;
  readonly open: boolean; // has children in the tree
  words: string;
  children: TreeNode[] | null; // null: not asked for yet
  isOpen: boolean;
  isLoading: boolean;
  error: string | null;
}

export type Loader = (fen?: string) => Promise<Schemas['ProofNode']>;

export class ProofTree {
  rows = $state.raw<TreeNode[]>([]);
  selected = $state.raw<TreeNode | null>(null);
  error = $state<string | null>(null);
  #root: TreeNode | null = null;
  #load: Loader;
  #nextId = 1;

  constructor(load: Loader) {
    this.#load = load;
  }

  async start(): Promise<void> {
    try {
      const node = await this.#load();
      const root = this.#make(null, { ...node, move: '', path: [], chosen: true, open: node.children.length > 0 });
      root.words = node.words;
      root.children = node.children.map((child) => this.#child(root, child));
      root.isOpen = true;
      this.#root = root;
      this.selected = root;
      this.error = null;
      this.#flatten();
    } catch (error) {
      this.error = sentenceOf(error);
    }
  }

  // Whether nobody has opened or chosen anything in it yet.
  get isUntouched(): boolean {
    return this.selected === this.#root && this.rows.every((node) => node === this.#root || !node.isOpen);
  }

  async open(node: TreeNode): Promise<void> {
    if (node.isOpen || !node.open) return;
    node.isOpen = true;
    if (!node.children) {
      node.isLoading = true;
      this.#flatten();
      await this.#fetch(node);
      node.isLoading = false;
    }
    this.#flatten();
  }

  async #fetch(node: TreeNode): Promise<void> {
    try {
      const answer = await this.#load(node.fen);
      node.words = answer.words;
      node.children = answer.children.map((child) => this.#child(node, child));
      node.error = null;
    } catch (error) {
      node.error = sentenceOf(error);
      node.isOpen = false;
    }
  }

  close(node: TreeNode): void {
    node.isOpen = false;
    this.#flatten();
  }

  toggle(node: TreeNode): void {
    if (node.isOpen) this.close(node);
    else void this.open(node);
  }

  // Up, down, into and out of, as in any tree; the row that is selected then.
  step(key: string): TreeNode | null {
    const node = this.selected ?? this.rows[0];
    if (!node) return null;
    const at = this.rows.indexOf(node);
    const last = this.rows.length - 1;
    if (key === 'ArrowDown') this.selected = this.rows[Math.min(last, at + 1)]!;
    else if (key === 'ArrowUp') this.selected = this.rows[Math.max(0, at - 1)]!;
    else if (key === 'Home') this.selected = this.rows[0]!;
    else if (key === 'End') this.selected = this.rows[last]!;
    else if (key === 'ArrowRight') {
      if (node.open && !node.isOpen) void this.open(node);
      else if (node.isOpen && node.children?.[0]) this.selected = node.children[0];
    } else if (key === 'ArrowLeft') {
      if (node.isOpen) this.close(node);
      else if (node.parent) this.selected = node.parent;
    } else if (key === 'Enter' || key === ' ') this.toggle(node);
    else return null;
    return this.selected;
  }

  #make(parent: TreeNode | null, from: Pick<TreeNode, 'fen' | 'move' | 'path' | 'label' | 'kind' | 'by' | 'chosen' | 'open'>): TreeNode {
    const { fen, move, path, label, kind, by, chosen, open } = from;
    const depth = parent ? parent.depth + 1 : 0;
    return { id: this.#nextId++, parent, depth, fen, move, path, label, kind, by, chosen, open, words: '', children: null, isOpen: false, isLoading: false, error: null };
  }

  #child(parent: TreeNode, child: Schemas['ProofChild']): TreeNode {
    return this.#make(parent, { ...child, move: child.move.notation, path: child.move.path });
  }

  #flatten(): void {
    const rows: TreeNode[] = [];
    const stack = this.#root ? [this.#root] : [];
    for (let node = stack.pop(); node; node = stack.pop()) {
      rows.push(node);
      if (node.isOpen && node.children) for (let i = node.children.length - 1; i >= 0; --i) stack.push(node.children[i]!);
    }
    this.rows = rows;
    if (this.selected && !rows.includes(this.selected)) this.selected = visibleAncestor(this.selected, rows);
  }
}

function visibleAncestor(node: TreeNode, rows: TreeNode[]): TreeNode | null {
  let at: TreeNode | null = node;
  while (at && !rows.includes(at)) at = at.parent;
  return at;
}

// From the root: "11-15 23-19".
export function lineTo(node: TreeNode): string[] {
  const moves: string[] = [];
  for (let at: TreeNode | null = node; at && at.move; at = at.parent) moves.unshift(at.move);
  return moves;
}
