/** What a card would do for the reader, as plain arithmetic over what is known: the bag, their crew. */

import type { DeepBlueGems, DeepBlueView } from '../../../wire/protocol';
import { total, type Box, type Colour } from '../box/box';

/** A dive of usual length. */
export const USUAL_GEMS = 6;

export interface Gain {
  /** The chance that a usual dive fulfils its condition; null if it is not played for points. */
  readonly fulfilled: number | null;
  /** The chance that in a usual dive a danger of its colour counts; null if it protects from nothing. */
  readonly danger: number | null;
  /** The most that can be paid or sailed with in one turn, now and with it; null where it changes nothing. */
  readonly money: readonly [number, number] | null;
  readonly moves: readonly [number, number] | null;
  /** How many the reader has against that danger already. */
  readonly shields: number;
}

export function gainOf(id: string, view: DeepBlueView, box: Box): Gain | null {
  const card = box.crew.get(id);
  const me = view.reader;
  if (!card || me === null) return null;
  const crew = (view.captains[me]?.crew ?? []).flatMap((each) => box.crew.get(each) ?? []);
  const sum = (use: 'money' | 'propeller'): readonly [number, number] | null => {
    const now = crew.reduce((all, each) => all + each[use], 0);
    return card[use] ? [now, now + card[use]] : null;
  };
  const bag = view.bag;
  return {
    fulfilled: !card.on
      ? null
      : card.on === 'any'
        ? card.gems <= USUAL_GEMS
          ? 1
          : 0
        : atLeast(card.gems, card.on, bag, USUAL_GEMS),
    danger: card.against ? atLeast(2, card.against, bag, USUAL_GEMS) : null,
    money: sum('money'),
    moves: sum('propeller'),
    shields: crew.filter((each) => each.against !== null && each.against === card.against).length,
  };
}

/** The chance of so many gems of a colour among so many drawn from a bag. */
export function atLeast(wanted: number, colour: Colour, bag: DeepBlueGems, draws: number): number {
  const all = total(bag);
  const good = bag[colour];
  const drawn = Math.min(draws, all);
  let fewer = 0;
  for (let count = 0; count < wanted; count += 1) {
    fewer += (ways(good, count) * ways(all - good, drawn - count)) / ways(all, drawn);
  }
  return Math.max(0, 1 - fewer);
}

/** In how many ways so many can be chosen of all. */
function ways(all: number, chosen: number): number {
  if (chosen < 0 || chosen > all) return 0;
  let found = 1;
  for (let step = 1; step <= chosen; step += 1) found = (found * (all - chosen + step)) / step;
  return found;
}
