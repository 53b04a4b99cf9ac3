/** What was hidden at a moment of a game that is over. */

import { m } from '../../../paraglide/messages.js';
import type { ReplayIn } from '../../../wire/games';
import type { Games } from '../../../wire/protocol';
import { boxOf } from '../box/box';
import { cardName, placeName, tileName } from '../words/words';

type Told = ReplayIn<Games['deep-blue']>;

/** What each captain held. */
export function heldAt(_: Told, seats: readonly Told[], at: number): string[] {
  return seats.map(({ frames }) => {
    const view = frames[at]?.view;
    if (!view?.yours) return '';
    const box = boxOf(view.options);
    return view.yours.hand.map((card) => cardName(card, box)).join(', ') || m.replay_empty_hand();
  });
}

/** What lay face down. */
export function coveredAt(replay: Told, at: number): { title: string; things: string }[] {
  const view = replay.frames[at]?.view;
  const now = replay.covered.filter((one) => one.since <= at).at(-1);
  if (!view || !now) return [];
  const box = boxOf(view.options);
  const wrecks = Object.entries(now.wrecks).map(
    ([site, tile]) => `${placeName(box.places.get(site))}: ${tileName(tile, box)}`,
  );
  const deck = now.deck.map((card) => cardName(card, box));
  return [
    { title: m.replay_wrecks_down(), things: wrecks.join(' · ') || m.replay_nothing_left() },
    { title: m.replay_deck(), things: deck.join(' · ') || m.replay_nothing_left() },
  ];
}
