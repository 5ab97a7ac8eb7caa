import { expect, test } from 'vitest';
import { materialWords } from './materials';

test('material in words', () => {
  expect(materialWords('2k1m-1k2m')).toBe('two kings and one man against one king and two men');
  expect(materialWords('0k3m-1k0m')).toBe('three men against one king');
  expect(materialWords('1k-1m')).toBe('one king against one man');
});
