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

/** The names by seat. Bots of the same level are numbered, so that no two seats are called the same by us. */
export function seatNames(seats: Lobby['seats']): string[] {
  return seats.map((seat, index) => {
    if (seat.type === 'person') return seat.name;
    if (seat.type === 'open') return m.new_seat_open();
    const level = levelWord(seat.level);
    const alike = seats.map((other, i) => (other.type === 'bot' && other.level === seat.level ? i : -1));
    const same = alike.filter((i) => i >= 0);
    const name =
      same.length < 2 ? m.bot_named({ level }) : m.bot_named_nth({ level, nth: same.indexOf(index) + 1 });
    return seat.instead_of ? m.seat_instead_of({ name, left: seat.instead_of }) : name;
  });
}

/** Names as a list in the reader's language. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? '';
  return m.list_and({ all: words.slice(0, -1).join(', '), last: words[words.length - 1] ?? '' });
}
