import { expect, test } from 'vitest';

import type { DiveOptions } from '../../wire/protocol';
import { nextTime } from './nextTime';

const plain = { game: 'dive', children: false, companions: false, chief: false, flashlight: false };
const game = (change: object = {}) => ({ ...plain, ...change }) as unknown as DiveOptions;

test('nothing new after a first game', () => {
  expect(nextTime([])).toBeNull();
  expect(nextTime([game()])).toBeNull();
});

test('companions, then the chief, then flashlights, each with what was played before', () => {
  const played = [game(), game()];
  const found: unknown[] = [];
  for (let number = 0; number < 6; number += 1) {
    const next = nextTime(played);
    if (next) found.push([played.length, next.options]);
    played.push(next?.options ?? (played[played.length - 1] as DiveOptions));
  }
  expect(found).toEqual([
    [2, game({ companions: true })],
    [4, game({ companions: true, chief: true })],
    [6, game({ companions: true, chief: true, flashlight: true })],
  ]);
});

test('what was tried by oneself is not offered', () => {
  expect(nextTime([game({ companions: true }), game(), game(), game()])?.options).toEqual(
    game({ chief: true }),
  );
});

test('children stay with their game, and what they played does not count', () => {
  const child = game({ children: true });
  expect(nextTime([game(), game(), child])).toBeNull();
  expect(nextTime([child, child, game()])).toBeNull();
});
