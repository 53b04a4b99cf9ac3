/** The told story by turns: who did what, one turn after the other. */

import type { DeepBlueEvent } from '../../../wire/protocol';

/** One captain's turn, and everything that happened in it. */
export interface Turn {
  readonly seat: number;
  readonly round: number;
  /** Where in the story it begins. */
  readonly from: number;
  readonly events: readonly DeepBlueEvent[];
}

/** So many lines can be taken in at a glance. */
export const LINES = 4;

/** The turns of a story. Nobody says that the first one begins: it is that of whoever does something first. */
export function turnsOf(events: readonly DeepBlueEvent[]): Turn[] {
  const starts = events.flatMap((event, at) => (event.type === 'turn-began' || at === 0 ? [at] : []));
  return starts.flatMap((from, number) => {
    const part = events.slice(from, starts[number + 1] ?? events.length);
    const first = part[0];
    const seat = first && ('seat' in first ? first.seat : 'leader' in first ? first.leader : null);
    if (seat === null || seat === undefined) return [];
    return [{ seat, round: first?.type === 'turn-began' ? first.round : 1, from, events: part }];
  });
}

/** What the others have done since the reader's last turn, oldest first; to a spectator, the last turns of all. */
export function sinceLastTurn(turns: readonly Turn[], reader: number | null): Turn[] {
  const played = turns.filter(({ events }) => events.some(({ type }) => type !== 'turn-began'));
  const last = reader === null ? -1 : played.map(({ seat }) => seat).lastIndexOf(reader);
  return played.slice(last + 1).slice(-LINES);
}
