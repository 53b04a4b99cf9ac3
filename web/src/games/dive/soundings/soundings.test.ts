import { expect, test } from 'vitest';

import { tonesOf } from './tones';
import { soundingWords } from './words';

const SHARK = { shark: 0.97, green: 0.612, red: 0.02, manta: 0.31 };
const CALM = { shark: 0.02, green: 0, red: 0.01, manta: 0 };

test('a depth is told from the surest to what is hardly worth a word', () => {
  expect(soundingWords(4, SHARK)).toBe(
    'Level 4: almost certainly a shark (shark 97%). Helpers: green turtle 61% and manta ray 31%.',
  );
  expect(soundingWords(1, CALM)).toBe('Level 1: almost certainly no shark (shark 2%). Hardly a helper.');
  expect(soundingWords(2, { ...CALM, shark: 0.5 }, true)).toBe('Level 2: perhaps a shark (shark 50%).');
});

test('each depth knocks, deeper ones lower, and growls as loud as a shark is probable', () => {
  const tones = tonesOf([CALM, SHARK]);
  const knocks = tones.filter((tone) => tone.shape === 'triangle');
  expect(knocks.map((tone) => tone.at)).toEqual([0, 1.1]);
  expect(knocks[1]?.from).toBeLessThan(knocks[0]?.from ?? 0);
  const growls = tones.filter((tone) => tone.shape === 'sawtooth');
  expect(growls).toHaveLength(1);
  expect(growls[0]?.loud).toBeCloseTo(0.97 * 0.16);
  // Two notes for the helpers of the second depth that may well be there.
  expect(tones).toHaveLength(2 + 1 + 2);
});
