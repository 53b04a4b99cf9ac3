/** What the reader is putting together before it is sent: a payment, where boats go, cards to play. */

import type { DeepBlueAction, DeepBlueMenu, DeepBluePurse, DeepBlueReach } from '../../../wire/protocol';
import { most, NOTHING, proposed, worth, type Crew, type Payment } from './paying';

export type Mode = 'none' | 'hire' | 'renew' | 'sail' | 'play';
export type Boat = 0 | 1;
export type Course = readonly [string | null, string | null];

const EMPTY: DeepBluePurse = { coins: [], tokens: 0 };
const STAY: Course = [null, null];
const otherThan = (boat: Boat): Boat => (boat === 0 ? 1 : 0);

export class Plan {
  mode = $state<Mode>('none');
  /** The slot of the market that is being paid for. */
  slot = $state<number | null>(null);
  payment = $state.raw<Payment>(NOTHING);
  /** Nothing more in this dive. */
  last = $state(false);
  /** Where each boat goes. */
  to = $state.raw<Course>(STAY);
  boat = $state<Boat>(0);
  /** A voyage that has been paid for, and is to be steered as soon as the menu asks where to. */
  course = $state.raw<Course | null>(null);

  private menu = $state.raw<DeepBlueMenu | null>(null);
  /** Whether the reader has changed what was proposed. */
  private own = false;

  constructor(private readonly crew: Crew) {}

  readonly purse: DeepBluePurse = $derived.by(() => {
    const menu = this.menu;
    if (menu?.type === 'turn') {
      if (this.mode === 'sail') return menu.propellers;
      return this.mode === 'none' ? EMPTY : menu.money;
    }
    return menu?.type === 'playing' ? { coins: menu.coins, tokens: 0 } : EMPTY;
  });
  readonly sum = $derived.by(() => worth(this.purse, this.payment));
  readonly spent = $derived.by(() => this.cost(0) + this.cost(1));
  readonly price = $derived.by(() => {
    const menu = this.menu;
    if (menu?.type !== 'turn') return null;
    if (this.mode === 'renew') return menu.renew;
    if (this.mode === 'hire' && this.slot !== null) return menu.prices[this.slot] ?? null;
    return this.mode === 'sail' ? this.spent : null;
  });
  readonly paid = $derived.by(() => this.price !== null && this.sum >= this.price && this.sum > 0);
  /** All the moves that there can be. */
  readonly moves = $derived.by(() => {
    const menu = this.menu;
    return menu?.type === 'steering' ? menu.moves : menu?.type === 'turn' ? most(menu.propellers) : 0;
  });

  /** A new decision: begin with a clean sheet, but for a voyage that is under way. */
  begin(menu: DeepBlueMenu | null): void {
    this.menu = menu;
    this.mode = menu?.type === 'playing' ? 'play' : 'none';
    this.slot = null;
    this.own = false;
    this.last = false;
    this.boat = 0;
    this.to = menu?.type === 'steering' && this.course ? this.course : STAY;
    this.payment = menu?.type === 'playing' ? this.everything : NOTHING;
    if (menu && menu.type !== 'steering') this.course = null;
  }

  /** The same decision, told anew. */
  follow(menu: DeepBlueMenu | null): void {
    this.menu = menu;
  }

  hire(slot: number): void {
    this.mode = 'hire';
    this.slot = slot;
    this.propose();
  }

  renew(): void {
    this.mode = 'renew';
    this.slot = null;
    this.propose();
  }

  /** Plan a voyage with this boat; a card named is paid with, whatever else is. */
  sail(boat: Boat = this.boat, card: string | null = null): void {
    if (this.mode !== 'sail') {
      this.mode = 'sail';
      this.to = STAY;
      this.payment = NOTHING;
      this.own = false;
    }
    this.boat = boat;
    if (card) this.toggle(card);
  }

  cancel(): void {
    const playing = this.menu?.type === 'playing';
    this.mode = playing ? 'play' : 'none';
    this.slot = null;
    this.payment = playing ? this.everything : NOTHING;
    this.to = STAY;
    this.own = false;
  }

  /** Take one more of a card, or put all of them back once there is no more. */
  toggle(card: string): void {
    const coin = this.purse.coins.find((each) => each.card === card);
    if (!coin) return;
    const taken = this.taken(card);
    const others = this.payment.cards.filter((each) => each !== card);
    const cards = taken < coin.count ? [...this.payment.cards, card] : others;
    this.own = true;
    this.payment = { ...this.payment, cards };
  }

  addToken(by: 1 | -1): void {
    const tokens = Math.min(this.purse.tokens, Math.max(0, this.payment.tokens + by));
    this.own = true;
    this.payment = { ...this.payment, tokens };
  }

  /** One more token, or none once there is no more. */
  nextToken(): void {
    const tokens = this.payment.tokens < this.purse.tokens ? this.payment.tokens + 1 : 0;
    this.own = true;
    this.payment = { ...this.payment, tokens };
  }

  taken(card: string): number {
    return this.payment.cards.filter((each) => each === card).length;
  }

  /** Pay as is proposed again. */
  propose(): void {
    this.own = false;
    this.payment = proposed(this.purse, this.price ?? 0, this.crew) ?? NOTHING;
  }

  /** All that fits. */
  private get everything(): Payment {
    return {
      cards: this.purse.coins.flatMap((coin) => Array<string>(coin.count).fill(coin.card)),
      tokens: 0,
    };
  }

  // ── Where to ────────────────────────────────────────────────────────────────────────────────────────────

  /** Where this boat can still end with what the other one leaves it, and the moves that takes. */
  ways(boat: Boat): ReadonlyMap<string, number> {
    const left = this.moves - this.cost(otherThan(boat));
    const ways = this.reach(boat)?.ways.filter((way) => way.moves <= left) ?? [];
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- never changed once it is made
    return new Map(ways.map((way) => [way.to, way.moves]));
  }

  steer(boat: Boat, to: string | null): void {
    this.boat = boat;
    this.to = boat === 0 ? [to, this.to[1]] : [this.to[0], to];
    // A payment of one's own is kept as long as it suffices.
    if (this.mode === 'sail' && (!this.own || this.sum < this.spent)) this.propose();
  }

  /** Send the chosen boat there, or keep it where it is if that is where it was sent. */
  tap(to: string): void {
    this.steer(this.boat, this.to[this.boat] === to ? null : to);
  }

  cost(boat: Boat): number {
    const to = this.to[boat];
    return to === null ? 0 : (this.reach(boat)?.ways.find((way) => way.to === to)?.moves ?? 0);
  }

  /** What is sent to set sail: the payment first, and the course as soon as it is asked for. */
  setSail(): DeepBlueAction {
    if (this.menu?.type === 'steering') return { type: 'steer', to: this.to };
    this.course = this.to;
    return { type: 'sail', ...this.payment };
  }

  private reach(boat: Boat): DeepBlueReach | null {
    const menu = this.menu;
    if (menu?.type !== 'steering' && menu?.type !== 'turn') return null;
    return boat === 0 ? menu.first : menu.second;
  }
}
