/** The moments of a game that decided it, found in what was told of its rounds. */

import type { DiveView } from '../../../wire/protocol';
import { standingBefore, type Who } from './round';

export type Moment =
  /** Someone lost everything in deep waters. */
  | { readonly type: 'lost-all'; readonly round: number; readonly level: number; readonly who: number }
  /** The furthest anyone came in one round. */
  | { readonly type: 'leap'; readonly round: number; readonly who: Who; readonly spaces: number }
  /** Someone took the lead and kept it. */
  | { readonly type: 'lead'; readonly round: number; readonly who: Who };

/** At most so many, in the order in which they happened. */
export const MOST_MOMENTS = 4;

export function moments(view: DiveView): Moment[] {
  const found = [...leap(view), ...lead(view), ...lostAll(view)];
  return found.slice(0, MOST_MOMENTS).sort((one, other) => one.round - other.round);
}

/** Everyone with the spaces they came in each round. */
function gains(view: DiveView): { who: Who; round: number; spaces: number }[] {
  return view.told.flatMap((_, index) => {
    const [before, after] = [standingBefore(view, index + 1), standingBefore(view, index + 2)];
    return [
      ...after.pawns.map((space, who) => ({
        who,
        round: index + 1,
        spaces: space - (before.pawns[who] ?? 0),
      })),
      ...(after.chief === null
        ? []
        : [{ who: 'chief' as const, round: index + 1, spaces: after.chief - (before.chief ?? 0) }]),
    ];
  });
}

function leap(view: DiveView): Moment[] {
  const best = gains(view).reduce<{ who: Who; round: number; spaces: number } | null>(
    (top, each) => (top === null || each.spaces > top.spaces ? each : top),
    null,
  );
  return best && best.spaces > 0 ? [{ type: 'leap', ...best }] : [];
}

function lead(view: DiveView): Moment[] {
  const leaders = view.told.map((_, index): Who | null => {
    const { pawns, chief } = standingBefore(view, index + 2);
    const deepest = Math.max(...pawns, chief ?? 0);
    const first: Who[] = [
      ...pawns.flatMap((space, who) => (space === deepest ? [who] : [])),
      ...(chief === deepest ? ['chief' as const] : []),
    ];
    return first.length === 1 ? (first[0] ?? null) : null;
  });
  const last = leaders[leaders.length - 1];
  if (last === null || last === undefined) return [];
  let since = leaders.length;
  while (since > 1 && leaders[since - 2] === last) since -= 1;
  return [{ type: 'lead', round: since, who: last }];
}

function lostAll(view: DiveView): Moment[] {
  return view.told.flatMap((round, index) =>
    round.flatMap((event): Moment[] =>
      event.type === 'lifted'
        ? event.lost_all.map((who) => ({ type: 'lost-all', round: index + 1, level: event.level, who }))
        : [],
    ),
  );
}
