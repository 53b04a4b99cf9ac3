import { expect, test } from 'vitest';

import { beside, type Box } from './beside';

const WORDS = { width: 200, height: 100 };
const WINDOW = { width: 400, height: 800 };

function box(left: number, top: number, width: number, height: number): Box {
  return { left, top, right: left + width, bottom: top + height };
}

test('words lie below what they speak of', () => {
  expect(beside(box(180, 400, 40, 40), WORDS, WINDOW, [])).toEqual({ left: 100, top: 450 });
});

test('words lie above what is at the lower edge, and stay in the window', () => {
  expect(beside(box(0, 750, 40, 40), WORDS, WINDOW, [])).toEqual({ left: 10, top: 640 });
});

test('words keep off what matters beside it', () => {
  const board = box(0, 500, 400, 200);
  const sea = box(0, 150, 400, 350);
  expect(beside(box(10, 600, 40, 40), WORDS, WINDOW, [board, sea])).toEqual({ left: 10, top: 40 });
});

test('words stay within the width of what they keep off, so that they cover nothing beside it', () => {
  const [board, sea] = [box(180, 20, 210, 200), box(0, 20, 170, 600)];
  expect(beside(box(185, 100, 40, 40), WORDS, WINDOW, [board, sea])).toEqual({ left: 180, top: 230 });
});

test('words rather cover everything else than what they speak of', () => {
  const it = box(0, 300, 400, 300);
  const { top } = beside(it, WORDS, WINDOW, [box(0, 0, 400, 800)]);
  expect(top + WORDS.height <= it.top || top >= it.bottom).toBe(true);
});
