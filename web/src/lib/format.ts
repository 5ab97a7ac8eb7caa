// Numbers, times and values in words, the same way on every page.

import type { Schemas } from './api';
import { nameOf, other, type Side } from './rules';

const grouped = new Intl.NumberFormat('en-GB');

export const count = (n: number): string => grouped.format(Math.round(n));

// 12, 340, 5.6 k, 12.3 M, 4.1 G
export function short(n: number): string {
  const size = Math.abs(n);
  if (size < 1000) return Number.isInteger(n) ? String(n) : n.toFixed(size < 10 ? 1 : 0);
  for (const [limit, name] of [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']] as const)
    if (size >= limit) return `${(n / limit).toFixed(size / limit < 100 ? 1 : 0)} ${name}`;
  return String(n);
}

export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  for (const [limit, name] of [[1e9, 'GB'], [1e6, 'MB'], [1e3, 'kB']] as const)
    if (n >= limit) return `${(n / limit).toFixed(n / limit < 100 ? 1 : 0)} ${name}`;
  return `${n} B`;
}

// 0.4 s, 12 s, 3 min 05 s, 2 h 10 min, 4 d 3 h
export function duration(seconds: number): string {
  const s = Math.max(0, seconds);
  if (s < 10) return `${s.toFixed(1)} s`;
  if (s < 60) return `${Math.round(s)} s`;
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  if (s < 3600) return `${Math.floor(s / 60)} min ${two(s % 60)} s`;
  if (s < 86400) return `${Math.floor(s / 3600)} h ${two((s % 3600) / 60)} min`;
  return `${Math.floor(s / 86400)} d ${Math.floor((s % 86400) / 3600)} h`;
}

// 4:59, or 0:09.3 when time is short
export function clock(ms: number): string {
  const left = Math.max(0, ms);
  const minutes = Math.floor(left / 60000);
  const seconds = (left % 60000) / 1000;
  if (left >= 20000) return `${minutes}:${String(Math.floor(seconds)).padStart(2, '0')}`;
  return `${minutes}:${seconds.toFixed(1).padStart(4, '0')}`;
}

export function points(hundredths: number): string {
  const sign = hundredths > 0 ? '+' : hundredths < 0 ? '−' : '';
  return `${sign}${(Math.abs(hundredths) / 100).toFixed(2)}`;
}

export const plies = (n: number): string => (n === 1 ? '1 ply' : `${count(n)} plies`);

export type Value = 'win' | 'draw' | 'loss' | 'unknown';
export const valueWord: Record<Value, string> = { win: 'Win', draw: 'Draw', loss: 'Loss', unknown: 'Unknown' };
// A sign besides the colour.
export const valueSign: Record<Value, string> = { win: '▲', draw: '=', loss: '▼', unknown: '?' };

// "White wins in 21 plies."
export function truth(side: Side, value: Schemas['Wdl'], distance: number | null): string {
  if (value === 'draw') return 'A draw with best play.';
  const winner = nameOf(value === 'win' ? side : other(side));
  return distance === null ? `${winner} wins.` : `${winner} wins in ${plies(distance)}.`;
}

// A score as Black's side of an evaluation bar: 0 (White wins) to 1 (Black wins).
export function blackShare(blackPoints: number): number {
  return 1 / (1 + Math.exp(-blackPoints / 110));
}

export function date(iso: string): string {
  const when = new Date(iso);
  return Number.isNaN(when.getTime()) ? iso : when.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
