// What the user chose about looks and sound of the pages; kept in this browser only.

import { Stored } from './stored.svelte';

export type Theme = 'auto' | 'light' | 'dark';

export const theme = new Stored<Theme>('theme', 'auto');
export const showNumbers = new Stored('numbers', true);
export const animate = new Stored('animate', true);
export const reading = new Stored<'standard' | 'first-player'>('reading', 'standard');

export function applyTheme(): void {
  const root = document.documentElement;
  if (theme.value === 'auto') delete root.dataset.theme;
  else root.dataset.theme = theme.value;
}
