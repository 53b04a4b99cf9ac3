import { expect, test } from 'vitest';

import { atLeast } from './gain';

const NONE = { silver: 0, gold: 0, red: 0, green: 0, purple: 0, black: 0, blue: 0 };

test('the chance of gems in a dive is that of drawing without putting back', () => {
  expect(atLeast(1, 'gold', { ...NONE, gold: 1, silver: 3 }, 1)).toBeCloseTo(1 / 4);
  expect(atLeast(1, 'gold', { ...NONE, gold: 1, silver: 3 }, 2)).toBeCloseTo(1 / 2);
  expect(atLeast(2, 'gold', { ...NONE, gold: 2, silver: 2 }, 2)).toBeCloseTo(1 / 6);
});

test('what is not in the bag does not come, and the whole bag brings everything', () => {
  expect(atLeast(1, 'green', { ...NONE, silver: 9 }, 6)).toBe(0);
  expect(atLeast(2, 'red', { ...NONE, red: 2, silver: 3 }, 9)).toBeCloseTo(1);
});
