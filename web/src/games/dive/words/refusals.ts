/** Why Dive refuses something, in the reader's language. */

import { m } from '../../../paraglide/messages.js';
import type { DiveRefusalCode } from '../../../wire/protocol';
import { of, type Words } from '../../../words/values';
import { ANY_GAME } from '../../../words/anyGame';

export const REFUSALS: { readonly [code in DiveRefusalCode]: Words } = {
  ...ANY_GAME,
  'already-ready': () => m.refused_already_ready(),
  'anglerfish-too-early': () => m.refused_anglerfish_too_early(),
  'bad-chief-card': () => m.refused_bad_chief_card(),
  'bad-mix': (values) => m.refused_bad_mix(of(values, 'most')),
  'chief-deck-too-small': (values) => m.refused_chief_deck_too_small(of(values, 'cards')),
  'children-and-chief': () => m.refused_children_and_chief(),
  'children-and-companions': () => m.refused_children_and_companions(),
  'children-only': () => m.refused_children_only(),
  'clownfish-nowhere': (values) => m.refused_clownfish_nowhere(of(values, 'level')),
  'companion-gone': () => m.refused_companion_gone(),
  'companion-kept': () => m.refused_companion_kept(),
  'dolphin-to-nobody': () => m.refused_dolphin_to_nobody(),
  gap: (values) => m.refused_gap(of(values, 'level', 'deeper')),
  'mixed-faces': (values) => m.refused_mixed_faces(of(values, 'level')),
  'no-such-token': (values) => m.refused_no_such_token(of(values, 'token')),
  'no-tokens': () => m.refused_no_tokens(),
  'not-all-tokens': (values) => m.refused_not_all_tokens(of(values, 'missing')),
  'not-choosing': () => m.refused_not_choosing(),
  'not-in-this-version': () => m.refused_not_in_this_version(),
  'not-programming': () => m.refused_not_programming(),
  'not-ready': () => m.refused_not_ready(),
  'not-your-companion': () => m.refused_not_your_companion(),
  'octopus-outside': () => m.refused_octopus_outside(),
  'one-diver-alone': () => m.refused_one_diver_alone(),
  'token-twice': (values) => m.refused_token_twice(of(values, 'token')),
  'too-deep': (values) => m.refused_too_deep(of(values, 'levels')),
  'wrong-number-of-faces': (values) => m.refused_wrong_number_of_faces(of(values, 'levels', 'given')),
  'wrong-seats': (values) => m.refused_wrong_seats(of(values, 'seats')),
  'youngest-nobody': () => m.refused_youngest_nobody(),
};
