/** The plain table and everything around it, fetched when someone comes to a game without a page of its own. */

import type { GamePage } from '../../guests/guest';
import { m } from '../../paraglide/messages.js';
import type { PlainGame, ReplayIn } from '../../wire/games';
import type { PlainOptions } from '../../wire/protocol';
import PlainAgreements from './PlainAgreements.svelte';
import PlainTable from './PlainTable.svelte';
import { same } from './words/same';
import { wordsOf } from './words/wordsOf';

export const PAGE: GamePage<PlainGame> = {
  Table: PlainTable,
  Agreements: PlainAgreements,
  next: () => null,
  agreed,
  switches: [],
  advises: false,
  seatsHint: () => m.new_seats_plain_hint(),
  asksAge: () => false,
  company: () => [],
  told: (event, { game }, names) => wordsOf(game).event(event, names),
  closed: () => ({
    type: 'plain',
    actions: [],
    count: 0,
    forms: [],
    refusal: { code: 'game-over', clause: '', text: '', values: {} },
  }),
  pictured: () => null,
  // Nobody here knows which of its events matter.
  replay: { held, covered: () => [], quiet: () => false, Beside: null },
};

function agreed({ game, ...options }: PlainOptions): string[] {
  const words = wordsOf(game);
  return [
    words.title(),
    ...Object.entries(options).flatMap(([field, value]) => {
      if (value === true) return [words.option(field)];
      if (value === false || value === null || value === undefined) return [];
      return [`${words.option(field)}: ${words.choice(field, value)}`];
    }),
  ];
}

/** What each seat could see that someone who watches could not. */
function held(replay: ReplayIn<PlainGame>, seats: readonly ReplayIn<PlainGame>[], at: number): string[] {
  const open = replay.frames[at]?.view;
  return seats.map(({ frames }) => {
    const view = frames[at]?.view;
    if (!view || !open) return '';
    const words = wordsOf(view.game);
    return Object.entries(view)
      .filter(([name, value]) => name !== 'reader' && !same(value, open[name] ?? null))
      .flatMap(([name, value]) => {
        const label = words.label(name);
        return label === null ? [] : [`${label}: ${words.value(value)}`];
      })
      .join(' · ');
  });
}
