/** What someone likes to play a game with, on this device: whatever differs from the usual options, and is small. */

import { remember, remembered } from '../device/preferences.svelte';
import type { GameOffer, GameOptions } from '../wire/protocol';

type Fields = { readonly [name: string]: unknown };

/** The usual options of a game, but for what was wished here before. */
export function wished(offer: GameOffer): GameOptions {
  const usual = offer.options as unknown as Fields;
  const wishes = Object.entries(kept(offer.game)).filter(([name]) => name in usual && name !== 'game');
  return { ...usual, ...Object.fromEntries(wishes) } as unknown as GameOptions;
}

/** Keep what differs from the usual; decks and boxes of a table's own are not for keeping. */
export function wish(offer: GameOffer, options: GameOptions): void {
  const usual = offer.options as unknown as Fields;
  const wishes = Object.entries(options as unknown as Fields).filter(
    ([name, value]) =>
      name in usual && value !== usual[name] && (value === null || typeof value !== 'object'),
  );
  remember(key(offer.game), JSON.stringify(Object.fromEntries(wishes)));
}

function kept(game: string): Fields {
  try {
    const wishes: unknown = JSON.parse(remembered(key(game)) ?? '{}');
    return typeof wishes === 'object' && wishes !== null ? (wishes as Fields) : {};
  } catch {
    return {};
  }
}

function key(game: string): string {
  return `wishes.${game}`;
}

/** How many seats these options need at least: what is switched on may allow fewer. The server says how many. */
export function fewestFor(offer: GameOffer, options: GameOptions): number {
  const on = Object.entries(offer.switches).flatMap(([name, each]) =>
    (options as unknown as Fields)[name] === true ? [each.fewest] : [],
  );
  return Math.min(offer.fewest, ...on);
}
