/** Why something is not allowed, in the reader's language. */

import type { Refusal, RefusalCode } from '../lib/protocol';
import { m } from '../paraglide/messages.js';
import { DEEP_BLUE } from './deepBlueRefusals';
import { of, type Words } from './values';

const WORDS: { readonly [code in RefusalCode]: Words } = {
  ...DEEP_BLUE,
  'about-to-start': () => m.refused_about_to_start(),
  'already-ready': () => m.refused_already_ready(),
  'already-started': () => m.refused_already_started(),
  'anglerfish-too-early': () => m.refused_anglerfish_too_early(),
  'back-soon': () => m.refused_back_soon(),
  'bad-chief-card': () => m.refused_bad_chief_card(),
  'bad-mix': (values) => m.refused_bad_mix(of(values, 'most')),
  'bad-name': (values) => m.refused_bad_name(of(values, 'most')),
  'bad-order': () => m.refused_bad_order(),
  'bad-token': () => m.refused_bad_token(),
  'chief-deck-too-small': (values) => m.refused_chief_deck_too_small(of(values, 'cards')),
  'children-and-chief': () => m.refused_children_and_chief(),
  'children-and-companions': () => m.refused_children_and_companions(),
  'children-only': () => m.refused_children_only(),
  'clownfish-nowhere': (values) => m.refused_clownfish_nowhere(of(values, 'level')),
  'colour-taken': () => m.refused_colour_taken(),
  'companion-gone': () => m.refused_companion_gone(),
  'companion-kept': () => m.refused_companion_kept(),
  'dolphin-to-nobody': () => m.refused_dolphin_to_nobody(),
  failed: () => m.refused_failed(),
  'foreign-origin': () => m.refused_foreign_origin(),
  'frame-too-large': () => m.refused_frame_too_large(),
  'game-over': () => m.refused_game_over(),
  gap: (values) => m.refused_gap(of(values, 'level', 'deeper')),
  'hello-first': () => m.refused_hello_first(),
  'id-taken': () => m.refused_id_taken(),
  malformed: () => m.refused_malformed(),
  'mixed-faces': (values) => m.refused_mixed_faces(of(values, 'level')),
  'no-look': () => m.refused_no_look(),
  'no-spectators': () => m.refused_no_spectators(),
  'no-such-code': () => m.refused_no_such_code(),
  'no-such-colour': () => m.refused_no_such_colour(),
  'no-such-level': () => m.refused_no_such_level(),
  'no-such-seat': () => m.refused_no_such_seat(),
  'no-such-table': () => m.refused_no_such_table(),
  'no-such-token': (values) => m.refused_no_such_token(of(values, 'token')),
  'no-tokens': () => m.refused_no_tokens(),
  'nobody-there': () => m.refused_nobody_there(),
  'not-all-tokens': (values) => m.refused_not_all_tokens(of(values, 'missing')),
  'not-away': (values) => m.refused_not_away(of(values, 'seconds')),
  'not-choosing': () => m.refused_not_choosing(),
  'not-finished': () => m.refused_not_finished(),
  'not-found': () => m.refused_not_found(),
  'not-in-this-version': () => m.refused_not_in_this_version(),
  'not-over': () => m.refused_not_over(),
  'not-programming': () => m.refused_not_programming(),
  'not-ready': () => m.refused_not_ready(),
  'not-revealing': () => m.refused_not_revealing(),
  'not-seated': () => m.refused_not_seated(),
  'not-started': () => m.refused_not_started(),
  'not-written': () => m.refused_not_written(),
  'not-your-companion': () => m.refused_not_your_companion(),
  'not-yourself': () => m.refused_not_yourself(),
  'octopus-outside': () => m.refused_octopus_outside(),
  'one-diver-alone': () => m.refused_one_diver_alone(),
  'one-me': () => m.refused_one_me(),
  'only-host': () => m.refused_only_host(),
  'only-seated': () => m.refused_only_seated(),
  'other-commitment': () => m.refused_other_commitment(),
  'seat-taken': () => m.refused_seat_taken(),
  settled: () => m.refused_settled(),
  stale: () => m.refused_stale(),
  'table-closed': () => m.refused_table_closed(),
  'table-full': () => m.refused_table_full(),
  'token-twice': (values) => m.refused_token_twice(of(values, 'token')),
  'too-deep': (values) => m.refused_too_deep(of(values, 'levels')),
  'too-fast': () => m.refused_too_fast(),
  'too-many': () => m.refused_too_many(),
  watching: () => m.refused_watching(),
  'wrong-invite': () => m.refused_wrong_invite(),
  'wrong-link': () => m.refused_wrong_link(),
  'wrong-number-of-faces': (values) => m.refused_wrong_number_of_faces(of(values, 'levels', 'given')),
  'wrong-seats': (values, clause) =>
    clause.startsWith('B')
      ? m.blue_refused_seats(of(values, 'seats'))
      : m.refused_wrong_seats(of(values, 'seats')),
};

export function refusalWords(refusal: Refusal): string {
  // A newer server may know codes that this page does not.
  const words = (WORDS as { readonly [code: string]: Words | undefined })[refusal.code];
  return words ? words(refusal.values, refusal.clause) : m.refused_other();
}
