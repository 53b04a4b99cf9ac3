/** What people will talk about after a game: the biggest dive, the costliest greed, the best card. */

import type { DeepBluePlayed } from '../../../wire/protocol';
import type { Box } from '../box/box';
import type { DiveTold, DrivenUp } from './dives';

export interface Highlights {
  readonly biggest: { readonly dive: DiveTold; readonly seat: number; readonly vp: number } | null;
  readonly greed: (DrivenUp & { readonly dive: DiveTold }) | null;
  readonly card: { readonly card: string; readonly seat: number; readonly vp: number } | null;
}

export function highlightsOf(dives: readonly DiveTold[], box: Box): Highlights {
  const scores = dives.flatMap((dive) =>
    (dive.ended?.tallies ?? []).map((tally) => ({
      dive,
      seat: tally.seat,
      vp: tally.cards + tally.gems + tally.tile + tally.safe,
    })),
  );
  const ups = dives.flatMap((dive) => dive.up.map((up) => ({ ...up, dive })));
  const cards = new Map<string, { card: string; seat: number; vp: number }>();
  for (const play of dives.flatMap((dive) => dive.plays)) {
    for (const [card, vp] of worthOf(play, box)) {
      const key = `${play.seat}/${card}`;
      cards.set(key, { card, seat: play.seat, vp: vp + (cards.get(key)?.vp ?? 0) });
    }
  }
  return {
    biggest: most(scores, ({ vp }) => vp),
    greed: most(ups, ({ lost }) => lost),
    card: most([...cards.values()], ({ vp }) => vp),
  };
}

/** What each card of a play brought: what it says, and its part of what a scenario adds for all of them. */
function worthOf({ cards, vp }: DeepBluePlayed, box: Box): (readonly [string, number])[] {
  const plain = cards.map((card) => box.crew.get(card)?.vp ?? 0);
  const more = ((vp ?? 0) - plain.reduce((sum, each) => sum + each, 0)) / Math.max(1, cards.length);
  return cards.map((card, number) => [card, (plain[number] ?? 0) + more]);
}

/** The first of those with the most of something; null if nobody has any. */
function most<Thing>(things: readonly Thing[], of: (thing: Thing) => number): Thing | null {
  const best = Math.max(0, ...things.map(of));
  return best > 0 ? (things.find((thing) => of(thing) === best) ?? null) : null;
}
