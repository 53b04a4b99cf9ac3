import { describe, expect, test } from 'vitest';

import type { DeepBluePurse } from '../../../wire/protocol';
import { boxOf, NEWEST } from '../box/box';
import { compareLoss, lossOf, most, proposed, worth, type Crew, type Payment } from './paying';

const PURSE: DeepBluePurse = {
  coins: [
    { card: 'deckhand', worth: 1, count: 1 },
    { card: 'gold-diver', worth: 1, count: 1 },
    { card: 'purser', worth: 2, count: 1 },
  ],
  tokens: 1,
};
const NOBODY: Crew = new Map();

test('the proposed payment is exact before it spends tokens, and spends as few cards as it can', () => {
  expect(proposed(PURSE, 1, NOBODY)?.cards).toHaveLength(1);
  expect(proposed(PURSE, 2, NOBODY)).toEqual({ cards: ['purser'], tokens: 0 });
  expect(proposed(PURSE, 3, NOBODY)?.tokens).toBe(0);
  expect(proposed(PURSE, 5, NOBODY)).toEqual({ cards: ['deckhand', 'gold-diver', 'purser'], tokens: 1 });
  expect(proposed(PURSE, 6, NOBODY)).toBeNull();
});

test('when nothing is exact, the least too much is paid', () => {
  const rich = { coins: [{ card: 'patron', worth: 3, count: 2 }], tokens: 0 };
  expect(proposed(rich, 2, NOBODY)).toEqual({ cards: ['patron'], tokens: 0 });
  expect(proposed(rich, 4, NOBODY)).toEqual({ cards: ['patron', 'patron'], tokens: 0 });
});

test('a shield is kept rather than a card that scores, and that rather than not paying too much', () => {
  const crew: Crew = new Map([
    ['shield', { against: 'black' as const, vp: 0 }],
    ['diver', { against: null, vp: 2 }],
    ['rower', { against: null, vp: 0 }],
  ]);
  const coin = (card: string, value: number) => ({ card, worth: value, count: 1 });
  const all = { coins: [coin('shield', 3), coin('diver', 3), coin('rower', 5)], tokens: 0 };
  expect(proposed(all, 3, crew)?.cards).toEqual(['rower']);
  const without = { coins: [coin('shield', 3), coin('diver', 4)], tokens: 0 };
  expect(proposed(without, 3, crew)?.cards).toEqual(['diver']);
});

test('a payment is worth its cards and its tokens', () => {
  expect(worth(PURSE, { cards: ['purser', 'deckhand'], tokens: 1 })).toBe(4);
  expect(most(PURSE)).toBe(5);
});

// ── Over all hands ──────────────────────────────────────────────────────────────────────────────────────────

/** Every payment there is, needed or not. */
function everyPayment(purse: DeepBluePurse): Payment[] {
  let ways: string[][] = [[]];
  for (const { card, count } of purse.coins) {
    ways = ways.flatMap((way) =>
      Array.from({ length: count + 1 }, (_, taken) => [...way, ...Array<string>(taken).fill(card)]),
    );
  }
  return ways.flatMap((cards) =>
    Array.from({ length: purse.tokens + 1 }, (_, tokens) => ({ cards, tokens })),
  );
}

/** All hands of so many kinds of card, of those that pay here. */
function* hands(kinds: readonly string[], size: number, from = 0): Generator<readonly string[]> {
  if (size === 0) yield [];
  for (let at = from; size > 0 && at < kinds.length; at += 1) {
    for (const rest of hands(kinds, size - 1, at + 1)) yield [kinds[at] ?? '', ...rest];
  }
}

describe.each([NEWEST, 'first'])('with the crew of the %s edition', (edition) => {
  const box = boxOf({ chart: 'standard', own: null, edition } as Parameters<typeof boxOf>[0]);
  test.each(['money', 'propeller'] as const)(
    'what is proposed for %s is the best of all that suffice',
    (use) => {
      const kinds = [...box.crew.values()].filter((card) => card[use] > 0).map((card) => card.id);
      let checked = 0;
      for (const size of [1, 2, 3, 4]) {
        for (const hand of hands(kinds, size)) {
          const coins = hand.map((card, at) => ({
            card,
            worth: box.crew.get(card)?.[use] ?? 0,
            count: at === 0 && size < 4 ? (box.crew.get(card)?.count ?? 1) : 1,
          }));
          const purse = { coins, tokens: size % 3 };
          const payments = everyPayment(purse);
          for (const price of size === 4 ? [3, 7] : [1, 2, 4, 6, 9]) {
            const enough = payments.filter((payment) => worth(purse, payment) >= price);
            const found = proposed(purse, price, box.crew);
            expect(found === null, `${hand.join()} for ${price}`).toBe(enough.length === 0);
            if (!found) continue;
            const loss = lossOf(purse, price, found, box.crew);
            checked += 1;
            for (const other of enough) {
              if (compareLoss(lossOf(purse, price, other, box.crew), loss) < 0) {
                expect.fail(`${hand.join()} for ${price}: ${found.cards.join()} but ${other.cards.join()}`);
              }
            }
          }
        }
      }
      expect(checked).toBeGreaterThan(500);
    },
  );
});
