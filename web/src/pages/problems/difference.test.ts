import { expect, test } from 'vitest';
import { differences } from './difference';

test('the same position has no differences', () => expect(differences('W:WK18,K19:BK1', 'W:WK19,K18:BK1')).toEqual([]));

test('pieces that moved, went and came are named', () => {
  expect(differences('W:WK10,16:B3', 'W:WK27,16:B3,4')).toEqual(['Black man on 4 is new.', 'White king 10 stands on 27.']);
  expect(differences('W:WK10,16:B3,7', 'W:WK10,16:B3')).toEqual(['Black man 7 is gone.']);
});

test('a man that became a king on its square is told once', () => {
  expect(differences('W:WK10,16:B3', 'W:WK10,K16:B3')).toEqual(['White man 16 is a king.']);
});

test('who moves first', () => expect(differences('W:WK10:B3', 'B:WK10:B3')).toEqual(['Black moves first.']));
