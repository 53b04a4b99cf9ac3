/** Paying with cards and tokens: what a choice comes to, and the payment that is proposed for a price. */

import type { DeepBlueCrewCard, DeepBluePurse } from '../../../wire/protocol';

export interface Payment {
  readonly cards: readonly string[];
  readonly tokens: number;
}

export const NOTHING: Payment = { cards: [], tokens: 0 };

/** What the cards are good for besides paying. */
export type Crew = ReadonlyMap<string, Pick<DeepBlueCrewCard, 'against' | 'vp'>>;

/** What the payment comes to; a card that the purse does not list is worth nothing here. */
export function worth(purse: DeepBluePurse, payment: Payment): number {
  return payment.cards.reduce((sum, card) => sum + worthOf(purse, card), payment.tokens);
}

/** What one card is worth in this purse. */
export function worthOf(purse: DeepBluePurse, card: string): number {
  return purse.coins.find((coin) => coin.card === card)?.worth ?? 0;
}

/**
 * What a payment costs besides its price, the dearest first: cards that protect, cards that score, what is paid too
 * much, tokens, which are gone for good, and cards at all.
 */
export function lossOf(purse: DeepBluePurse, price: number, payment: Payment, crew: Crew): readonly number[] {
  const having = (what: (card: string) => unknown) => payment.cards.filter((card) => what(card)).length;
  return [
    having((card) => crew.get(card)?.against),
    having((card) => crew.get(card)?.vp),
    worth(purse, payment) - price,
    payment.tokens,
    payment.cards.length,
  ];
}

/** Which of two losses is less: below 0 if it is the first. */
export function compareLoss(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((each, index) => each !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** Of all payments that reach the price the one that loses least; null when the purse does not reach it. */
export function proposed(purse: DeepBluePurse, price: number, crew: Crew): Payment | null {
  let ways: Payment[] = [NOTHING];
  for (const coin of purse.coins) {
    const taken = Array.from({ length: coin.count + 1 }, (_, count) => Array<string>(count).fill(coin.card));
    // A card more than reaches the price would only be lost.
    ways = ways.flatMap((way) =>
      worth(purse, way) >= price
        ? [way]
        : taken.map((cards) => ({ cards: [...way.cards, ...cards], tokens: 0 })),
    );
  }
  let best: { readonly way: Payment; readonly loss: readonly number[] } | null = null;
  for (const { cards } of ways) {
    const way = { cards, tokens: Math.max(0, price - worth(purse, { cards, tokens: 0 })) };
    if (way.tokens > purse.tokens) continue;
    const loss = lossOf(purse, price, way, crew);
    if (!best || compareLoss(loss, best.loss) < 0) best = { way, loss };
  }
  return best?.way ?? null;
}

/** Everything that can be paid at once. */
export function most(purse: DeepBluePurse): number {
  return purse.coins.reduce((sum, coin) => sum + coin.worth * coin.count, purse.tokens);
}
