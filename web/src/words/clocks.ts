/** Clocks in the reader's language. */

import type { Agreement } from '../wire/protocol';
import { m } from '../paraglide/messages.js';

export type Terms = Agreement['clock'];

const DAY = 24 * 3600;

/** The clocks that can be chosen, from none over quick ones to those for friends far away. */
export const CLOCKS: readonly Terms[] = [
  { type: 'none' },
  { type: 'per-decision', seconds: 30 },
  { type: 'per-decision', seconds: 60 },
  { type: 'per-decision', seconds: 180 },
  { type: 'per-decision', seconds: DAY },
  { type: 'bank', seconds: 300, increment: 10 },
  { type: 'bank', seconds: 900, increment: 15 },
];

export function clockWords(terms: Terms): string {
  switch (terms.type) {
    case 'none':
      return m.clock_none();
    case 'per-decision':
      return m.clock_per_decision({ time: timeWords(terms.seconds) });
    case 'bank':
      return m.clock_bank({ time: timeWords(terms.seconds), more: timeWords(terms.increment) });
  }
}

/** A length of time in the largest unit that fits. */
export function timeWords(seconds: number): string {
  if (seconds % DAY === 0) return m.time_days({ count: seconds / DAY });
  if (seconds % 60 === 0) return m.time_minutes({ count: seconds / 60 });
  return m.time_seconds({ count: seconds });
}

/** What a running clock shows: minutes and seconds, and hours where there are any. */
export function clockFace(left: number): string {
  const whole = Math.max(0, Math.ceil(left));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
