import { expect, test } from 'vitest';

import {
  asBoard,
  aside,
  asProgram,
  asSaid,
  EMPTY_BOARD,
  firstFree,
  placed,
  removed,
  speedOf,
  turned,
} from './draft';

test('a token lies on one level at a time, and a stack adds up', () => {
  const board = placed(placed(placed(EMPTY_BOARD, 5, 1), 4, 2), 5, 2);
  expect(board.levels[0]?.tokens).toEqual([]);
  expect(board.levels[1]?.tokens).toEqual([4, 5]);
  expect(speedOf(board, 2)).toBe(9);
  expect(speedOf({ ...board, clownfish: 2 }, 2)).toBe(12);
  expect(aside(board)).toEqual([1, 2, 3]);
  expect(firstFree(board)).toBe(1);
});

test('a level is turned as a whole, and forgets its face with its last token', () => {
  const shark = turned(placed(placed(EMPTY_BOARD, 1, 1), 2, 1), 1);
  expect(asProgram(shark).levels).toEqual([{ plain: [], shark: [1, 2] }]);
  const empty = removed(removed(shark, 1), 2);
  expect(asProgram(placed(empty, 3, 1)).levels).toEqual([{ plain: [3], shark: [] }]);
});

test('a gap is sent as it lies: the server says what is wrong with it', () => {
  const program = asProgram(placed(EMPTY_BOARD, 4, 3));
  expect(program.levels).toEqual([
    { plain: [], shark: [] },
    { plain: [], shark: [] },
    { plain: [4], shark: [] },
  ]);
});

test('a program laid out again is the same program', () => {
  const board = turned(placed(placed(placed(EMPTY_BOARD, 5, 1), 4, 2), 1, 2), 2);
  expect(asProgram(asBoard(asProgram(board)))).toEqual(asProgram(board));
});

test('what pins say is laid: faces, a small token where none lies, and nothing else is touched', () => {
  const board = placed(placed(EMPTY_BOARD, 5, 1), 1, 4);
  const laid = asSaid(board, [
    { level: 1, face: 'shark' },
    { level: 2, face: 'plain' },
    { level: 3, face: 'shark' },
    { level: 6, face: 'plain' },
  ]);
  expect(asProgram(laid)).toEqual({
    type: 'program',
    levels: [
      { plain: [], shark: [5] },
      { plain: [2], shark: [] },
      { plain: [], shark: [3] },
      { plain: [1], shark: [] },
    ],
    clownfish: null,
    anglerfish: 'plain',
  });
  expect(asSaid(laid, [{ level: 1, face: 'shark' }])).toEqual(laid);
});
