/** Soundings in the reader's language: what a lead finds at each depth. */

import type { Sounding } from '../../../wire/protocol';
import { percent } from '../../../words/numbers';
import { listed } from '../../../words/seats';
import { m } from '../../../paraglide/messages.js';

/** Helpers below this chance are not worth a word. */
const WORTH_SAYING = 0.05;

/** From how probable a shark is called what. */
const CALLED: readonly (readonly [from: number, words: () => string])[] = [
  [0.85, m.sounding_sure],
  [0.6, m.sounding_likely],
  [0.4, m.sounding_open],
  [0.15, m.sounding_unlikely],
  [0, m.sounding_none],
];

/** One depth in a sentence or two. In the children's version only sharks matter (D7.1). */
export function soundingWords(level: number, sounding: Sounding, children = false): string {
  const shark = (CALLED.find(([from]) => sounding.shark >= from)?.[1] ?? m.sounding_none)();
  const found = m.sounding({ level, shark, percent: percent(sounding.shark) });
  return children ? found : `${found} ${helperWords(sounding)}`;
}

function helperWords({ green, red, manta }: Sounding): string {
  const helpers: readonly (readonly [string, number])[] = [
    [m.kind_green(), green],
    [m.kind_red(), red],
    [m.kind_manta(), manta],
  ];
  const words = helpers
    .filter(([, chance]) => chance >= WORTH_SAYING)
    .sort(([, one], [, other]) => other - one)
    .map(([helper, chance]) => m.sounding_helper({ helper, percent: percent(chance) }));
  return words.length ? m.sounding_helpers({ helpers: listed(words) }) : m.sounding_no_helper();
}
