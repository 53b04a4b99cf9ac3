/** Deep Blue as a guest. */

import type { Guest } from '../../guests/guest';
import { m } from '../../paraglide/messages.js';
import type { Games } from '../../wire/protocol';
import { bookIn, type Rulebook } from '../../words/rulebook';
import { wordsFor } from '../../words/values';
import { REFUSALS } from './words/refusals';

const BOOKS = import.meta.glob<Rulebook>('../../../../docs/rules/**/deep-blue.md', { import: 'default' });

export const deepBlue: Guest<Games['deep-blue']> = {
  name: 'deep-blue',
  title: () => m.deep_blue(),
  blurb: () => '',
  scene: async () => (await import('./DeepBlueScene.svelte')).default,
  refused: (refusal) => wordsFor(REFUSALS, refusal),

  stillPossible(action, menu) {
    // Only while everyone plays crew do several decide at once.
    if (action.type === 'play-crew') return menu.type === 'playing';
    return action.type === 'withdraw' && menu.type === 'listed';
  },

  rules: {
    letter: 'B',
    open: (locale) => bookIn(BOOKS, locale),
    searchHint: () => m.rules_search_hint_deep_blue(),
    pieces: async () => (await import('./rules/BluePieces.svelte')).default,
  },
  lessons: { first: 'deep-blue', load: async () => (await import('./deepBlueLessons')).LESSONS },
  review: async () => (await import('./review/deepBlueReview')).REVIEW,
  load: async () => (await import('./deepBluePage')).PAGE,
};
