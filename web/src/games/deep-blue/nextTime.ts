/** What is new to someone who has played Deep Blue for a while: a scenario that they have not sailed in yet. */

import type { NextTime } from '../../guests/guest';
import { m } from '../../paraglide/messages.js';
import type { DeepBlueOptions, Games } from '../../wire/protocol';
import { boxOf, scenariosOf } from './box/box';
import { scenarioName } from './words/words';

/** Games in one scenario before another one is offered. */
const SOME = 2;

export function nextTime(played: readonly DeepBlueOptions[]): NextTime<Games['deep-blue']> | null {
  const last = played[played.length - 1];
  if (!last || played.filter(({ scenario }) => scenario === last.scenario).length < SOME) return null;
  const next = scenariosOf(last).find(({ id }) => !played.some(({ scenario }) => scenario === id));
  if (!next) return null;
  const scenario = scenarioName(next.id, boxOf(last));
  return { asks: m.blue_next_scenario({ scenario }), options: { ...last, scenario: next.id } };
}
