/** One's own tables in a list: those that wait for oneself first, and how each of them stands in words. */

import { preferences } from '../device/preferences.svelte';
import { m } from '../paraglide/messages.js';
import type { MyTable } from '../wire/protocol';
import { listed, seatNames } from '../words/seats';

const PLACES: { readonly [phase in MyTable['phase']]: number } = {
  playing: 1,
  revealing: 2,
  lobby: 2,
  over: 3,
  closed: 4,
};

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export function isYourTurn(table: MyTable): boolean {
  return table.you !== null && table.awaited.includes(table.you);
}

/** Those that wait for you, then those being played, then the others, each kind as it came: the newest first. */
export function inOrder(tables: readonly MyTable[]): readonly MyTable[] {
  const place = (table: MyTable) => (isYourTurn(table) ? 0 : PLACES[table.phase]);
  return [...tables].sort((one, other) => place(one) - place(other));
}

/** Whom a game waits for, or how far a table has come; nothing where it waits for you. */
export function stateWords(table: MyTable): string {
  switch (table.phase) {
    case 'lobby':
    case 'revealing':
      return m.home_table_waiting();
    case 'playing': {
      if (isYourTurn(table)) return '';
      const names = seatNames(table.seats);
      const awaited = table.awaited.map((seat) => names[seat] ?? '');
      return awaited.length ? m.tables_waits_for({ names: listed(awaited) }) : m.home_table_playing();
    }
    case 'over':
      return m.home_table_over();
    case 'closed':
      return m.home_table_closed();
  }
}

/** How long ago something happened, in the largest unit that fits. */
export function agoWords(seconds: number): string {
  const words = new Intl.RelativeTimeFormat(preferences.locale, { numeric: 'auto' });
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ['second', Infinity];
  return words.format(-Math.floor(seconds / length), unit);
}
