/** What the people and bots at a table are called. */

import { m } from '../paraglide/messages.js';
import type { Lobby } from '../wire/protocol';

/** A bot level in the reader's language; one that we have no word for is shown as the server calls it. */
export function levelWord(level: string): string {
  switch (level) {
    case 'random':
      return m.level_random();
    case 'snorkeler':
      return m.level_snorkeler();
    case 'diver':
      return m.level_diver();
    case 'captain':
      return m.level_captain();
    case 'leviathan':
      return m.level_leviathan();
    default:
      return brought(level) ?? level.charAt(0).toUpperCase() + level.slice(1);
  }
}

let named: readonly ((level: string) => string | null)[] = [];

/** Let a game name the levels of its own bots. */
export function nameLevels(word: (level: string) => string | null): void {
  named = [...named, word];
}

function brought(level: string): string | null {
  for (const word of named) {
    const found = word(level);
    if (found !== null) return found;
  }
  return null;
}

/** The level that a player of a record was, if it was a bot of ours. */
export function levelOf(player: string): string | null {
  const ours = ['random', 'snorkeler', 'diver', 'captain', 'leviathan'].includes(player);
  return ours || brought(player) !== null ? player : null;
}

/** What bots are called: never like a level, a piece of a game or, see below, a person at the table. */
const BOT_NAMES = [
  'Marlin',
  'Pearl',
  'Nerine',
  'Barnaby',
  'Isla',
  'Otto',
  'Tamsin',
  'Wilbur',
  'Ondine',
  'Jonas',
];

/** The names by seat. A bot has a name of its own, by its seat, that nobody else at the table has. */
export function seatNames(seats: Lobby['seats']): string[] {
  const people = seats.flatMap((seat) => {
    if (seat.type === 'person') return [seat.name.toLowerCase()];
    return seat.type === 'bot' && seat.instead_of ? [seat.instead_of.toLowerCase()] : [];
  });
  const apart = BOT_NAMES.filter((name) => !people.some((person) => person.includes(name.toLowerCase())));
  // People whose names hold many of ours at once leave too few; then only the very same name is left out.
  const free =
    apart.length < seats.length ? BOT_NAMES.filter((name) => !people.includes(name.toLowerCase())) : apart;
  return seats.map((seat, index) => {
    if (seat.type === 'person') return seat.name;
    if (seat.type === 'open') return m.new_seat_open();
    const name = m.bot_called({ name: free[index % free.length] ?? levelWord(seat.level) });
    return seat.instead_of ? m.seat_instead_of({ name, left: seat.instead_of }) : name;
  });
}

/** Names as a list in the reader's language. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? '';
  return m.list_and({ all: words.slice(0, -1).join(', '), last: words[words.length - 1] ?? '' });
}
