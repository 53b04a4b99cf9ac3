/** What the reader is putting together before it is sent: a payment, where boats go, cards to play. */

import type { DeepBlueMenu, DeepBluePurse, DeepBlueSteeringMenu } from '../../../wire/protocol';
import { cheapest, most, NOTHING, worth, type Payment } from './paying';

export type Mode = 'none' | 'hire' | 'renew' | 'sail' | 'play';

const EMPTY: DeepBluePurse = { coins: [], tokens: 0 };

export class Plan {
  mode = $state<Mode>('none');
  /** The slot of the market that is being paid for. */
  slot = $state<number | null>(null);
  payment = $state.raw<Payment>(NOTHING);
  /** Nothing more in this dive. */
  last = $state(false);
  /** Where each boat goes. */
  to = $state.raw<readonly [string | null, string | null]>([null, null]);
  boat = $state<0 | 1>(0);

  private menu = $state.raw<DeepBlueMenu | null>(null);

  readonly purse: DeepBluePurse = $derived.by(() => {
    const menu = this.menu;
    if (menu?.type === 'turn') {
      if (this.mode === 'sail') return menu.propellers;
      return this.mode === 'none' ? EMPTY : menu.money;
    }
    return menu?.type === 'playing' ? { coins: menu.coins, tokens: 0 } : EMPTY;
  });
  readonly sum = $derived.by(() => worth(this.purse, this.payment));
  readonly price = $derived.by(() => {
    const menu = this.menu;
    if (menu?.type !== 'turn') return null;
    if (this.mode === 'renew') return menu.renew;
    if (this.mode === 'hire' && this.slot !== null) return menu.prices[this.slot] ?? null;
    return this.mode === 'sail' ? 1 : null;
  });
  readonly paid = $derived.by(() => this.price !== null && this.sum >= this.price);
  readonly spent = $derived.by(() => this.cost(0) + this.cost(1));

  /** A new decision: begin with a clean sheet. */
  begin(menu: DeepBlueMenu | null): void {
    this.menu = menu;
    this.mode = menu?.type === 'playing' ? 'play' : 'none';
    this.slot = null;
    this.payment = NOTHING;
    this.last = false;
    this.to = [null, null];
    this.boat = 0;
  }

  /** The same decision, told anew. */
  follow(menu: DeepBlueMenu | null): void {
    this.menu = menu;
  }

  hire(slot: number): void {
    this.mode = 'hire';
    this.slot = slot;
    this.payment = cheapest(this.purse, this.price ?? 0) ?? NOTHING;
  }

  renew(): void {
    this.mode = 'renew';
    this.slot = null;
    this.payment = cheapest(this.purse, this.price ?? 0) ?? NOTHING;
  }

  sail(card: string | null = null): void {
    this.mode = 'sail';
    const best = [...this.purse.coins].sort((one, other) => other.worth - one.worth)[0];
    const first = card ?? best?.card;
    this.payment = first
      ? { cards: [first], tokens: 0 }
      : { cards: [], tokens: Math.min(1, this.purse.tokens) };
  }

  cancel(): void {
    this.mode = this.menu?.type === 'playing' ? 'play' : 'none';
    this.slot = null;
    this.payment = NOTHING;
  }

  /** Take one more of a card, or put all of them back once there is no more. */
  toggle(card: string): void {
    const coin = this.purse.coins.find((each) => each.card === card);
    if (!coin) return;
    const taken = this.taken(card);
    const others = this.payment.cards.filter((each) => each !== card);
    const cards = taken < coin.count ? [...this.payment.cards, card] : others;
    this.payment = { ...this.payment, cards };
  }

  addToken(by: 1 | -1): void {
    const tokens = Math.min(this.purse.tokens, Math.max(0, this.payment.tokens + by));
    this.payment = { ...this.payment, tokens };
  }

  taken(card: string): number {
    return this.payment.cards.filter((each) => each === card).length;
  }

  /** What the purse could pay at most for what is being paid for. */
  get most(): number {
    return most(this.purse);
  }

  // ── Steering ────────────────────────────────────────────────────────────────────────────────────────────

  /** Where this boat can still end with what the other one leaves it. */
  ways(menu: DeepBlueSteeringMenu, boat: 0 | 1): ReadonlyMap<string, number> {
    const reach = boat === 0 ? menu.first : menu.second;
    const left = menu.moves - this.cost(boat === 0 ? 1 : 0);
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- never changed once it is made
    return new Map(reach.ways.filter((way) => way.moves <= left).map((way) => [way.to, way.moves]));
  }

  steer(boat: 0 | 1, to: string | null): void {
    this.to = boat === 0 ? [to, this.to[1]] : [this.to[0], to];
  }

  cost(boat: 0 | 1): number {
    const to = this.to[boat];
    if (to === null || this.menu?.type !== 'steering') return 0;
    const reach = boat === 0 ? this.menu.first : this.menu.second;
    return reach.ways.find((way) => way.to === to)?.moves ?? 0;
  }
}
