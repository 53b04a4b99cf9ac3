/** What everyone had planned at a moment of a game that is over. */

import { m } from '../../../paraglide/messages.js';
import type { ReplayIn } from '../../../wire/games';
import type { DiveFaces, DiveProgram, Games } from '../../../wire/protocol';

type Told = ReplayIn<Games['dive']>;

/** The programs of the round under way, by seat: what will be turned over. */
export function heldAt(replay: Told, seats: readonly Told[], at: number): string[] {
  const later = replay.frames.slice(at + 1).flatMap(({ events }) => events);
  const revealed = later.find((event) => event.type === 'revealed');
  return seats.map((_, seat) => planned(revealed?.programs[seat]));
}

function planned(program: DiveProgram | DiveFaces | undefined): string {
  if (!program) return m.replay_no_plan();
  if (program.type === 'faces') {
    return program.faces.map((face) => (face === 'shark' ? m.kind_shark() : m.kind_nothing())).join(', ');
  }
  return program.levels
    .map((level, depth) => {
      const tokens = [...level.plain, ...level.shark].join('+') || '–';
      return `${depth + 1}: ${tokens}${level.shark.length ? ` (${m.kind_shark()})` : ''}`;
    })
    .join(' · ');
}
