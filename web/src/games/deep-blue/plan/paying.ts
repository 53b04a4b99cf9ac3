/** Paying with cards and tokens: what a choice comes to, and the cheapest that reaches a price. */

import type { DeepBluePurse } from '../../../wire/protocol';

export interface Payment {
  readonly cards: readonly string[];
  readonly tokens: number;
}

export const NOTHING: Payment = { cards: [], tokens: 0 };

/** What the payment comes to; a card that the purse does not list is worth nothing here. */
export function worth(purse: DeepBluePurse, payment: Payment): number {
  return payment.cards.reduce((sum, card) => sum + worthOf(purse, card), payment.tokens);
}

/** What one card is worth in this purse. */
export function worthOf(purse: DeepBluePurse, card: string): number {
  return purse.coins.find((coin) => coin.card === card)?.worth ?? 0;
}

/**
 * The payment that loses least: first in value paid too much, then in tokens, which are gone for good, then in
 * cards. Null when the purse does not reach the price.
 */
export function cheapest(purse: DeepBluePurse, price: number): Payment | null {
  let ways: Payment[] = [NOTHING];
  for (const coin of purse.coins) {
    const taken = Array.from({ length: coin.count + 1 }, (_, count) => Array<string>(count).fill(coin.card));
    // A card more than reaches the price would only be wasted.
    ways = ways.flatMap((way) =>
      worth(purse, way) >= price
        ? [way]
        : taken.map((cards) => ({ cards: [...way.cards, ...cards], tokens: 0 })),
    );
  }
  const paying = ways
    .map((way) => ({ ...way, tokens: Math.max(0, price - worth(purse, way)) }))
    .filter((way) => way.tokens <= purse.tokens);
  const loss = (way: Payment) => (worth(purse, way) - price) * 10_000 + way.tokens * 100 + way.cards.length;
  return paying.reduce<Payment | null>((best, way) => (best && loss(best) <= loss(way) ? best : way), null);
}

/** Everything that can be paid at once. */
export function most(purse: DeepBluePurse): number {
  return purse.coins.reduce((sum, coin) => sum + coin.worth * coin.count, purse.tokens);
}
