/** From a lesson to a game of the same kind, against bots. */

import { openTable } from '../table/opening';
import { api } from '../wire/api';
import type { GameOptions, NewTable } from '../wire/protocol';
import { settings } from '../device/settings.svelte';
import { m } from '../paraglide/messages.js';

const BOTS = 2;

export async function playAfter(lesson: string): Promise<void> {
  const game = lesson === 'deep-blue' || lesson === 'scenarios' ? 'deep-blue' : 'dive';
  const offer = (await api.games()).find((each) => each.game === game);
  if (!offer) return;
  // The weakest bot that thinks at all.
  const level = offer.levels[Math.min(1, offer.levels.length - 1)] ?? '';
  const bots: NewTable['seats'] = Array.from({ length: lesson === 'chief' ? 0 : BOTS }, () => ({
    type: 'bot',
    level,
  }));
  await openTable({
    options: agreed(lesson, offer.options),
    seats: [{ type: 'me' }, ...bots],
    name: settings.name.trim() || m.home_default_name(),
  });
}

/** What was learnt is played. */
function agreed(lesson: string, options: GameOptions): GameOptions {
  if (options.game === 'dive') {
    return { ...options, companions: lesson === 'companions', chief: lesson === 'chief' };
  }
  return options;
}
