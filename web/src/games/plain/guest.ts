/** The guest for any game without a page of its own. It knows nothing but what the game says of itself. */

import type { Guest } from '../../guests/guest';
import type { PlainGame } from '../../wire/games';
import { same } from './words/same';
import { wordsOf } from './words/wordsOf';

export function plainGuest(game: string): Guest<PlainGame> {
  const words = wordsOf(game);
  void words.fetch();
  return {
    name: game,
    title: () => words.title(),
    blurb: () => words.blurb(),
    welcome: () => ({ tagline: words.title(), intro: '', steps: [] }),
    scene: async () => (await import('./PlainScene.svelte')).default,
    async quick() {
      const [{ default: quick }] = await Promise.all([import('./PlainQuick.svelte'), words.fetch()]);
      return quick;
    },
    // What rests on a clause is a rule of the game; the server's own refusals rest on none.
    refused: ({ code, clause, text, values }) =>
      words.refusal(code, values) ?? (clause ? text || null : null),
    stillPossible: (action, menu) =>
      menu.refusal === null && (menu.forms.length > 0 || menu.actions.some((each) => same(each, action))),
    rules: null,
    lessons: null,
    review: null,
    async load() {
      const [{ PAGE }] = await Promise.all([import('./plainPage'), words.fetch()]);
      return PAGE;
    },
  };
}
