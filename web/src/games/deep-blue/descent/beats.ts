/** What happens, as a play: each event is one or more beats, and each beat is held for a moment. */

import type { DeepBlueEvent } from '../../../wire/protocol';
import type { Colour, Hazard } from '../box/box';

/** The columns of a count, in the order of the rulebook (B9): cards, gems, the wreck, for ending safely. */
export const COLUMNS = ['cards', 'gems', 'tile', 'safe'] as const;
export type Column = (typeof COLUMNS)[number];

export type Beat =
  /** Something outside of a dive, told by its event alone. */
  | { readonly kind: 'told'; readonly event: DeepBlueEvent }
  | { readonly kind: 'gather'; readonly leader: number }
  | { readonly kind: 'rush'; readonly seat: number; readonly boats: number }
  /** The leader's hand is in the bag, and everyone holds their breath. */
  | { readonly kind: 'reach'; readonly seat: number }
  /** It falls out of the bag. `warning`: the first of its kind, which harms nobody. */
  | { readonly kind: 'gem'; readonly colour: Colour; readonly warning: boolean }
  /** The monster passes, or the air runs low: everyone below must answer. */
  | { readonly kind: 'hazard'; readonly hazard: Hazard }
  | {
      readonly kind: 'shield';
      readonly seat: number;
      readonly against: Hazard;
      readonly card: string | null;
    }
  /** Driven up; a leader takes the light along. */
  | { readonly kind: 'up'; readonly seat: number; readonly against: Hazard; readonly leads: boolean }
  | {
      readonly kind: 'play';
      readonly seat: number;
      readonly cards: readonly string[];
      readonly vp: number | null;
    }
  | { readonly kind: 'count'; readonly column: Column | 'total' };

/** How long each is held when nobody is in a hurry. */
const HELD: { readonly [kind in Beat['kind']]: number } = {
  told: 0,
  gather: 1500,
  rush: 800,
  reach: 1000,
  gem: 1000,
  hazard: 1500,
  shield: 1200,
  up: 1600,
  play: 1000,
  count: 900,
};
const TOLD: { readonly [type in DeepBlueEvent['type']]?: number } = {
  hired: 1400,
  renewed: 1100,
  took: 1200,
  sailed: 700,
  steered: 1300,
  'wreck-found': 1500,
  'gem-scattered': 700,
  rested: 1000,
  passed: 800,
};
/** With the leader the light goes, and that is not hurried over; nor is the sum of everything. */
const LEADER_UP = 2400;
const TOTAL = 2400;

/** How many milliseconds a beat is held. */
export function held(beat: Beat): number {
  if (beat.kind === 'told') return TOLD[beat.event.type] ?? 0;
  if (beat.kind === 'up' && beat.leads) return LEADER_UP;
  if (beat.kind === 'count' && beat.column === 'total') return TOTAL;
  return HELD[beat.kind];
}

/** The beats of an event. `leader`: who leads the dive under way. */
export function beatsOf(event: DeepBlueEvent, leader: number): readonly Beat[] {
  switch (event.type) {
    case 'dive-began':
      return [{ kind: 'gather', leader: event.leader }];
    case 'rushed':
      return event.boats.length
        ? [{ kind: 'rush', seat: event.seat, boats: event.boats.length }]
        : [{ kind: 'told', event }];
    case 'drew': {
      const gems = gemsOf(event.gems, event.hazards);
      const hazards = event.hazards.map((hazard) => ({ kind: 'hazard', hazard }) as const);
      // A gem that lay on the wreck is there for everyone to see: nobody reaches for it.
      return [...(event.scattered ? [] : [{ kind: 'reach', seat: leader } as const]), ...gems, ...hazards];
    }
    case 'protected':
      return [{ kind: 'shield', seat: event.seat, against: event.against, card: event.card }];
    case 'surfaced':
      return [{ kind: 'up', seat: event.seat, against: event.against, leads: event.seat === leader }];
    case 'crew-played':
      return event.plays
        .filter(({ cards }) => cards.length)
        .map(({ seat, cards, vp }) => ({ kind: 'play', seat, cards, vp }));
    case 'dive-ended': {
      const columns = COLUMNS.filter(
        (column) => column !== 'safe' || event.tallies.some((tally) => tally.safe > 0),
      );
      return [...columns, 'total' as const].map((column) => ({ kind: 'count', column }));
    }
    default:
      return [{ kind: 'told', event }];
  }
}

/** Of each hazard's gems in a draw the first ones may be the warning; as many as there are hazards count. */
function gemsOf(gems: readonly Colour[], hazards: readonly Hazard[]): Beat[] {
  return gems.map((colour, at) => {
    const later = gems.slice(at).filter((each) => each === colour).length;
    const counting = hazards.filter((hazard) => hazard === colour).length;
    return { kind: 'gem', colour, warning: (colour === 'black' || colour === 'blue') && later > counting };
  });
}
