// Material in words: "2k1m-1k2m" is Black's two kings and a man against White's king and two men.

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function half(text: string): string {
  const kings = Number(/(\d+)k/.exec(text)?.[1] ?? 0);
  const men = Number(/(\d+)m/.exec(text)?.[1] ?? 0);
  const parts: string[] = [];
  if (kings > 0) parts.push(`${numbers[kings] ?? kings} ${kings === 1 ? 'king' : 'kings'}`);
  if (men > 0) parts.push(`${numbers[men] ?? men} ${men === 1 ? 'man' : 'men'}`);
  return parts.join(' and ') || 'nothing';
}

export function materialWords(material: string): string {
  const [black = '', white = ''] = material.split('-');
  return `${half(black)} against ${half(white)}`;
}
