/** From a lesson to a game of the same kind, against bots. */

import { preferences } from '../device/preferences.svelte';
import type { LessonBook } from '../guests/guest';
import { m } from '../paraglide/messages.js';
import { openTable } from '../table/opening';
import { api } from '../wire/api';
import type { AnyGame } from '../wire/games';
import type { NewTable } from '../wire/protocol';

export async function playAfter(lesson: string, game: string, book: LessonBook<AnyGame>): Promise<void> {
  const offer = (await api.games()).find((each) => each.game === game);
  if (!offer) return;
  // The weakest bot that thinks at all.
  const level = offer.levels[Math.min(1, offer.levels.length - 1)] ?? '';
  const { options, bots } = book.after(lesson, offer.options);
  const others: NewTable['seats'] = Array.from({ length: bots }, () => ({ type: 'bot', level }));
  await openTable({
    options,
    seats: [{ type: 'me' }, ...others],
    name: preferences.name.trim() || m.home_default_name(),
  });
}
