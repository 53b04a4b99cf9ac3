import { expect, test } from 'vitest';

import { cheapest, most, worth } from './paying';

const PURSE = {
  coins: [
    { card: 'deckhand', worth: 1, count: 1 },
    { card: 'gold-diver', worth: 1, count: 1 },
    { card: 'purser', worth: 2, count: 1 },
  ],
  tokens: 1,
};

test('the cheapest payment is exact before it spends tokens, and spends as few cards as it can', () => {
  expect(cheapest(PURSE, 1)).toEqual({ cards: ['gold-diver'], tokens: 0 });
  expect(cheapest(PURSE, 2)).toEqual({ cards: ['purser'], tokens: 0 });
  expect(cheapest(PURSE, 3)?.tokens).toBe(0);
  expect(cheapest(PURSE, 5)).toEqual({ cards: ['deckhand', 'gold-diver', 'purser'], tokens: 1 });
  expect(cheapest(PURSE, 6)).toBeNull();
});

test('when nothing is exact, the least too much is paid', () => {
  const rich = { coins: [{ card: 'patron', worth: 3, count: 2 }], tokens: 0 };
  expect(cheapest(rich, 2)).toEqual({ cards: ['patron'], tokens: 0 });
  expect(cheapest(rich, 4)).toEqual({ cards: ['patron', 'patron'], tokens: 0 });
});

test('a payment is worth its cards and its tokens', () => {
  expect(worth(PURSE, { cards: ['purser', 'deckhand'], tokens: 1 })).toBe(4);
  expect(most(PURSE)).toBe(5);
});
