// The keyboard.  A page declares its keys once; the same table handles them and fills the `?` overlay.
//
//     useKeys('Board', [{ key: 'f', label: 'Turn the board', run: flip }]);      inside a component
//
// A key is what KeyboardEvent.key says, with 'Shift+' or 'Ctrl+' in front where needed.  Keys are
// not taken while somebody types.

import { onMount } from 'svelte';

export interface Key {
  key: string;
  label: string;
  run: () => void;
  always?: boolean; // also where the focus is on a board, which has keys of its own
}

export interface KeyGroup {
  title: string;
  keys: Key[];
}

export const keyGroups: KeyGroup[] = $state([]);

export function useKeys(title: string, keys: Key[]): void {
  onMount(() => {
    const group = { title, keys };
    keyGroups.push(group);
    return () => {
      const index = keyGroups.findIndex((g) => g.title === title);
      if (index >= 0) keyGroups.splice(index, 1);
    };
  });
}

const Letters = /^[A-Za-z]$/;

export function nameOfEvent(event: KeyboardEvent): string {
  const shift = event.shiftKey && (event.key.length > 1 || Letters.test(event.key)) ? 'Shift+' : '';
  const key = Letters.test(event.key) ? event.key.toLowerCase() : event.key;
  return `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${shift}${key}`;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, dialog, [contenteditable]') !== null;

// Only what the focused element does not need itself.
function isWanted(key: Key, event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  if (isTyping(target)) return false;
  const name = nameOfEvent(event);
  if (target?.closest?.('[role=grid], [role=tree], [role=tablist], [role=listbox]')) return key.always ?? !/^(Arrow|Home|End|Enter| |Page)/.test(name);
  if (name === 'Enter' || name === ' ') return !target?.closest?.('button, a, summary');
  return true;
}

export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey) return;
  const name = nameOfEvent(event);
  for (const group of [...keyGroups].reverse()) {
    const key = group.keys.find((k) => k.key === name);
    if (!key || !isWanted(key, event)) continue;
    event.preventDefault();
    key.run();
    return;
  }
}

// For the overlay: 'ArrowLeft' is written as an arrow.
export function keyLabel(key: string): string {
  const names: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', ' ': 'Space', Escape: 'Esc' };
  return key.split('+').map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(' + ');
}
