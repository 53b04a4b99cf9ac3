/** Advice and reviews of Dive in the reader's language. */

import { m } from '../../../paraglide/messages.js';
import type { DiveAction, DiveFaces, DiveOdds, DiveProgram, Missed } from '../../../wire/protocol';
import { decimal, percent } from '../../../words/numbers';
import { listed } from '../../../words/seats';
import { companionWord } from './events';
import { levelsOf } from './round';

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
export function diveActionWords(action: DiveAction, names: readonly string[]): string {
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

/** From here on a level is sure; below it, it is a guess. */
const SURE = 0.85;

/** Why, in words: which levels are sure, and how likely the guesses are to be right. Nothing without odds. */
export function diveWhyWords(action: DiveAction, odds: DiveOdds | null): string {
  if ((action.type !== 'program' && action.type !== 'faces') || !odds?.right.length) return '';
  const levels = levelsOf(action);
  const sure = odds.right.flatMap((right, depth) => (right >= SURE ? [String(depth + 1)] : []));
  if (sure.length === odds.right.length) return m.advice_sure_all();
  const guesses = odds.right.flatMap((right, depth) => {
    if (right >= SURE) return [];
    const guess = levels[depth]?.shark ? m.advice_guess_shark : m.advice_guess_plain;
    return [guess({ level: depth + 1, percent: percent(right) })];
  });
  const why = [...(sure.length ? [m.advice_sure({ levels: listed(sure) })] : []), ...guesses];
  return m.advice_why({ why: why.join('; ') });
}

/** The odds of a program, each in a few words. */
export function diveOddsWords(odds: DiveOdds): string[] {
  return [
    ...(odds.win === null ? [] : [m.advice_win({ percent: percent(odds.win) })]),
    m.advice_spaces({ spaces: decimal(odds.spaces) }),
    m.advice_flawless({ percent: percent(odds.flawless) }),
  ];
}

/** What was not seen, or seen where nothing was. */
export function missedWords({ depth: level, shark, sure }: Missed): string {
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
