/** Advice and reviews in the reader's language. */

import { levelsOf } from '../games/dive/words/round';
import { percent } from '../games/dive/soundings/words';
import type {
  DiveFaces,
  DiveOdds,
  DiveProgram,
  GameAction,
  GivenAway,
  Missed,
  Review,
} from '../wire/protocol';
import { listed } from '../words/seats';
import { m } from '../paraglide/messages.js';
import { companionWord } from '../games/dive/words/events';

const CLOWNFISH_SPEED = 3;

/** A program as it would be read aloud. */
export function programWords(program: DiveProgram | DiveFaces): string {
  return listed(
    levelsOf(program).map(({ shark, tokens, clownfish }, depth) => {
      const level = depth + 1;
      const speed = [...tokens, ...(clownfish ? [CLOWNFISH_SPEED] : [])].join('+');
      if (!speed) return shark ? m.advice_face_shark({ level }) : m.advice_face_plain({ level });
      return shark ? m.advice_level_shark({ level, speed }) : m.advice_level_plain({ level, speed });
    }),
  );
}

/** What is to be done, but for programs, which are shown. */
export function diveActionWords(action: GameAction, names: readonly string[]): string {
  switch (action.type) {
    case 'program':
    case 'faces':
      return programWords(action);
    case 'choose':
      return companionWord(action.companion);
    case 'lay-octopus':
      return m.advice_use({ companion: companionWord('octopus') });
    case 'call-orca':
      return m.advice_use({ companion: companionWord('orca') });
    case 'ride-turtle':
      return m.advice_use({ companion: companionWord('turtle') });
    case 'loose-great-white':
      return m.advice_use({ companion: companionWord('great-white') });
    case 'send-dolphins':
      return m.advice_use_dolphins({ name: names[action.to] ?? '' });
    default:
      return action.type;
  }
}

/** The odds of a program, each in a few words. */
export function diveOddsWords(odds: DiveOdds): string[] {
  return [
    ...(odds.win === null ? [] : [m.advice_win({ percent: percent(odds.win) })]),
    m.advice_spaces({ spaces: decimal(odds.spaces) }),
    m.advice_flawless({ percent: percent(odds.flawless) }),
  ];
}

/** How much was given away. */
export function lostWords(review: Review, mistake: GivenAway): string {
  switch (review.unit) {
    case 'win':
      return m.review_lost_win({ percent: percent(mistake.lost) });
    case 'spaces':
      return m.review_lost_spaces({ spaces: mistake.lost });
    case 'vp':
      return m.review_lost_vp({ vp: decimal(mistake.lost) });
  }
}

/** Why it was. */
export function whyWords(mistake: GivenAway): string {
  const { why } = mistake;
  switch (why.type) {
    case 'missed':
      return missedWords(why);
    case 'misjudged':
      return m.review_misjudged({
        chosen: percent(why.chosen.win ?? 0),
        better: percent(why.better.win ?? 0),
      });
    case 'went-on':
      return m.review_went_on({ percent: percent(why.surface), vp: why.vp });
    case 'ended-early':
      return m.review_ended_early({ percent: percent(why.surface), vp: decimal(why.vp) });
    case 'left-points':
      return m.review_left({ vp: why.vp });
    case 'weaker':
      return m.review_weaker();
  }
}

function missedWords({ depth: level, shark, sure }: Missed): string {
  if (sure >= 0.5) {
    const words = shark ? m.review_missed_shark : m.review_missed_plain;
    return words({ level, percent: nearly(sure) });
  }
  const words = shark ? m.review_overlooked_shark : m.review_overlooked_plain;
  return words({ level, percent: nearly(1 - sure) });
}

/** Nobody is ever quite sure. */
function nearly(chance: number): number {
  return Math.min(99, percent(chance));
}

export function decimal(value: number): string {
  return value.toLocaleString(document.documentElement.lang || 'en', { maximumFractionDigits: 1 });
}
