/** How a game of Dive is looked through. */

import type { GivenAwayIn, ReviewOf } from '../../../guests/guest';
import { m } from '../../../paraglide/messages.js';
import type { Games } from '../../../wire/protocol';
import { percent } from '../../../words/numbers';
import SightBelow from '../result/SightBelow.svelte';
import { missedWords } from '../words/advice';
import DiveMistake from './DiveMistake.svelte';

export const REVIEW: ReviewOf<Games['dive']> = {
  intro: () => m.review_intro(),
  lost: ({ unit }, { lost }) =>
    unit === 'win' ? m.review_lost_win({ percent: percent(lost) }) : m.review_lost_spaces({ spaces: lost }),
  why: whyWords,
  Mistake: DiveMistake,
  Beside: SightBelow,
};

function whyWords({ why }: GivenAwayIn<Games['dive']>): string {
  if (why.type === 'missed') return missedWords(why);
  if (why.type !== 'misjudged') return '';
  return m.review_misjudged({
    chosen: percent(why.chosen.win ?? 0),
    better: percent(why.better.win ?? 0),
  });
}
