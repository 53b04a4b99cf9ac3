/** What a dive stands at for someone, to be shown; the server's tallies are what counts. */

import type { DeepBlueDescent, DeepBlueView } from '../../../wire/protocol';
import { COLOURS, type Box, type Colour } from '../box/box';
import type { Shield } from './odds';

const TREASURE = { silver: [1, 3], gold: [2, 5], red: [4, 10] } as const;
type Treasure = keyof typeof TREASURE;

/** What the reader could answer hazards with: cards in hand, and spaces that their boats lie on. */
export function shieldOf(view: DeepBlueView, descent: DeepBlueDescent, box: Box): Shield | null {
  if (view.reader === null || !view.yours) return null;
  const spaces = spacesOf(view, descent, box, view.reader);
  const cards = view.yours.hand.map((card) => box.crew.get(card)?.against);
  const count = (colour: 'black' | 'blue') =>
    cards.filter((against) => against === colour).length + spaces.filter((space) => space === colour).length;
  return {
    black: count('black'),
    blue: count('blue'),
    either: spaces.filter((space) => space === 'blue-or-black').length,
  };
}

/** The points of the gems drawn until now, to someone who stays below. */
export function worthTo(view: DeepBlueView, descent: DeepBlueDescent, box: Box, seat: number): number {
  const gems = COLOURS.flatMap((colour) => Array<Colour>(descent.drawn[colour]).fill(colour));
  return worthOn(gems, spacesOf(view, descent, box, seat));
}

/** The points of gems to someone who lies on these exploration spaces (B9.2). */
export function worthOn(gems: readonly Colour[], spaces: readonly string[]): number {
  return gems.reduce((sum, colour) => {
    const [plain, explored] = colour in TREASURE ? TREASURE[colour as Treasure] : ([0, 0] as const);
    return sum + (spaces.includes(colour) ? explored : plain);
  }, 0);
}

/** The exploration spaces of the wreck that someone's boats lie on. */
export function spacesOf(view: DeepBlueView, descent: DeepBlueDescent, box: Box, seat: number): string[] {
  const tile = box.tiles.get(descent.tile);
  return (view.captains[seat]?.boats ?? []).flatMap((boat) => {
    const space = boat.place === descent.site && boat.space !== null ? tile?.spaces[boat.space] : undefined;
    return space ? [space] : [];
  });
}
