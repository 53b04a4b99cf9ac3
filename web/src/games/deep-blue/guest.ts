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
  welcome: () => ({
    tagline: m.blue_home_tagline(),
    intro: m.blue_home_intro(),
    steps: [
      { icon: 'people', title: m.blue_home_crew_title(), text: m.blue_home_crew() },
      { icon: 'plan', title: m.blue_home_sail_title(), text: m.blue_home_sail() },
      { icon: 'down', title: m.blue_home_dive_title(), text: m.blue_home_dive() },
    ],
  }),
  scene: async () => (await import('./DeepBlueScene.svelte')).default,
  quick: async () => (await import('./DeepBlueQuick.svelte')).default,
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
