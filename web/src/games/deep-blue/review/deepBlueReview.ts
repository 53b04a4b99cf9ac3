/** How a game of Deep Blue is looked through. */

import type { GivenAwayIn, ReviewOf } from '../../../guests/guest';
import { m } from '../../../paraglide/messages.js';
import type { Games } from '../../../wire/protocol';
import { decimal, percent } from '../../../words/numbers';
import BlueMistake from './BlueMistake.svelte';

export const REVIEW: ReviewOf<Games['deep-blue']> = {
  intro: () => m.review_intro_blue(),
  lost: (_, { lost }) => m.review_lost_vp({ vp: decimal(lost) }),
  why: whyWords,
  Mistake: BlueMistake,
  Beside: null,
};

function whyWords({ why }: GivenAwayIn<Games['deep-blue']>): string {
  switch (why.type) {
    case 'went-on':
      return m.review_went_on({ percent: percent(why.surface), vp: why.vp });
    case 'ended-early':
      return m.review_ended_early({ percent: percent(why.surface), vp: decimal(why.vp) });
    case 'left-points':
      return m.review_left({ vp: why.vp });
    case 'weaker':
      return m.review_weaker();
    default:
      return '';
  }
}
