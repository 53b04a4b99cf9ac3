import { expect, test } from 'vitest';

import { oddsOf } from './odds';

const NONE = { silver: 0, gold: 0, red: 0, green: 0, purple: 0, black: 0, blue: 0 };
const BARE = { black: 0, blue: 0, either: 0 };

test('a first black gem is a warning and threatens nobody', () => {
  const odds = oddsOf({ ...NONE, black: 1, silver: 3 }, NONE, 1, BARE);
  expect(odds.hazard).toBe(0);
  expect(odds.colours.black).toBeCloseTo(1 / 4);
  expect(odds.colours.silver).toBeCloseTo(3 / 4);
});

test('a second one counts, and is answered by whoever can', () => {
  const bag = { ...NONE, black: 2, silver: 2 };
  const drawn = { ...NONE, black: 1 };
  expect(oddsOf(bag, drawn, 1, BARE)).toMatchObject({ hazard: 0.5, surfacing: 0.5 });
  expect(oddsOf(bag, drawn, 1, { ...BARE, black: 1 })).toMatchObject({ hazard: 0.5, surfacing: 0 });
  expect(oddsOf(bag, drawn, 1, { ...BARE, blue: 1 }).surfacing).toBe(0.5);
  expect(oddsOf(bag, drawn, 1, { ...BARE, either: 1 }).surfacing).toBe(0);
});

test('two at once: of two blue ones the first is the warning, and one shield answers one hazard', () => {
  const pair = { ...NONE, blue: 2 };
  expect(oddsOf(pair, NONE, 2, BARE).surfacing).toBe(1);
  expect(oddsOf(pair, NONE, 2, { ...BARE, blue: 1 }).surfacing).toBe(0);
  const both = oddsOf({ ...NONE, blue: 1, black: 1 }, { ...NONE, blue: 1, black: 1 }, 2, {
    ...BARE,
    either: 1,
  });
  expect(both.surfacing).toBe(1);
});

test('a last gem is drawn alone, and an empty bag threatens nobody', () => {
  expect(oddsOf({ ...NONE, red: 1 }, NONE, 2, BARE).colours.red).toBe(1);
  expect(oddsOf(NONE, NONE, 1, BARE).hazard).toBe(0);
});
