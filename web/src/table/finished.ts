/** The games that were finished on this device, each with what it was played with; the last ones only. */

import { remember, remembered } from '../device/preferences.svelte';
import type { GameOptions } from '../wire/protocol';

interface Finished {
  readonly table: string;
  readonly options: GameOptions;
}

/** Enough to know what someone has tried. */
const MOST = 20;

/** What a game has been played with here, the last one last. */
export function played(game: string): readonly GameOptions[] {
  return finished(game).map(({ options }) => options);
}

/** A game at this table has ended; it counts once, however often its result is looked at. */
export function count(table: string, options: GameOptions): void {
  const before = finished(options.game);
  if (before.some((each) => each.table === table)) return;
  // Decks and boxes of a table's own are large, and say nothing of what was tried.
  const small = Object.entries(options).filter(([, value]) => value === null || typeof value !== 'object');
  const now = [...before, { table, options: Object.fromEntries(small) }].slice(-MOST);
  remember(key(options.game), JSON.stringify(now));
}

function finished(game: string): readonly Finished[] {
  try {
    const kept: unknown = JSON.parse(remembered(key(game)) ?? '[]');
    return Array.isArray(kept) ? (kept as Finished[]) : [];
  } catch {
    return [];
  }
}

function key(game: string): string {
  return `finished.${game}`;
}
