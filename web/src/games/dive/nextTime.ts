/** What is new to someone who has played Dive for a while: companions, then the village chief, then flashlights. */

import type { NextTime } from '../../guests/guest';
import { m } from '../../paraglide/messages.js';
import type { DiveOptions, Games } from '../../wire/protocol';

/** Whole games before anything new is offered, and then before each thing more. */
const SOME = 2;

const LADDER: readonly (readonly ['companions' | 'chief' | 'flashlight', () => string])[] = [
  ['companions', m.next_companions],
  ['chief', m.next_chief],
  ['flashlight', m.next_flashlight],
];

export function nextTime(played: readonly DiveOptions[]): NextTime<Games['dive']> | null {
  const last = played[played.length - 1];
  // Children stay with what is made for them until someone chooses otherwise.
  if (!last || last.children) return null;
  const whole = played.filter(({ children }) => !children);
  const step = LADDER.find(([name]) => !whole.some((options) => options[name]));
  if (!step) return null;
  const [name, asks] = step;
  if (whole.length < SOME * (LADDER.indexOf(step) + 1)) return null;
  return { asks: asks(), options: { ...last, [name]: true } };
}
