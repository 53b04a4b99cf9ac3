/** Dive as a guest. */

import type { Guest } from '../../guests/guest';
import { m } from '../../paraglide/messages.js';
import type { Games } from '../../wire/protocol';
import { bookIn, type Rulebook } from '../../words/rulebook';
import { wordsFor } from '../../words/values';
import { REFUSALS } from './words/refusals';

const BOOKS = import.meta.glob<Rulebook>('../../../../docs/rules/**/dive.md', { import: 'default' });

export const dive: Guest<Games['dive']> = {
  name: 'dive',
  title: () => m.dive(),
  blurb: () => '',
  welcome: () => ({
    tagline: m.home_tagline(),
    intro: m.home_intro(),
    steps: [
      { icon: 'eye', title: m.home_how_look_title(), text: m.home_how_look() },
      { icon: 'plan', title: m.home_how_plan_title(), text: m.home_how_plan() },
      { icon: 'down', title: m.home_how_dive_title(), text: m.home_how_dive() },
    ],
  }),
  scene: async () => (await import('./DiveScene.svelte')).default,
  quick: async () => (await import('./DiveQuick.svelte')).default,
  refused: (refusal) => wordsFor(REFUSALS, refusal),

  stillPossible(action, menu) {
    switch (action.type) {
      case 'choose':
        return menu.type === 'choosing';
      case 'faces':
        return menu.type === 'faces';
      case 'withdraw':
        return menu.type === 'ready';
      default:
        return menu.type === 'programming';
    }
  },

  rules: {
    letter: 'D',
    open: (locale) => bookIn(BOOKS, locale),
    searchHint: () => m.rules_search_hint_dive(),
    pieces: async () => (await import('./rules/DivePieces.svelte')).default,
  },
  lessons: { first: 'dive', load: async () => (await import('./diveLessons')).LESSONS },
  review: async () => (await import('./review/diveReview')).REVIEW,
  load: async () => (await import('./divePage')).PAGE,
};
