/** Why something is not allowed, in the reader's language. */

import { m } from '../paraglide/messages.js';
import type { Refusal, ServerRefusalCode } from '../wire/protocol';
import { of, wordsFor, type Words } from '../words/values';
import { gameOf } from './address';
import { guestOf, ownGuests } from './guests';

const WORDS: { readonly [code in ServerRefusalCode]: Words } = {
  'about-to-start': () => m.refused_about_to_start(),
  'already-started': () => m.refused_already_started(),
  'back-soon': () => m.refused_back_soon(),
  'bad-name': (values) => m.refused_bad_name(of(values, 'most')),
  'bad-order': () => m.refused_bad_order(),
  'bad-record': (values) => m.refused_bad_record(of(values, 'problem')),
  'bad-text': (values) => m.refused_bad_text(of(values, 'most')),
  'bad-token': () => m.refused_bad_token(),
  'colour-taken': () => m.refused_colour_taken(),
  ended: () => m.refused_ended(),
  failed: () => m.refused_failed(),
  'foreign-origin': () => m.refused_foreign_origin(),
  'frame-too-large': () => m.refused_frame_too_large(),
  'hello-first': () => m.refused_hello_first(),
  'id-taken': () => m.refused_id_taken(),
  'kept-out': () => m.refused_kept_out(),
  malformed: () => m.refused_malformed(),
  muted: () => m.refused_muted(),
  'no-lesson': () => m.refused_no_lesson(),
  'no-advice': () => m.refused_no_advice(),
  'no-look': () => m.refused_no_look(),
  'no-replay': () => m.refused_no_replay(),
  'no-review': () => m.refused_no_review(),
  'no-soundings': () => m.refused_no_soundings(),
  'no-spectators': () => m.refused_no_spectators(),
  'no-such-code': () => m.refused_no_such_code(),
  'no-such-game': () => m.refused_no_such_game(),
  'no-such-level': () => m.refused_no_such_level(),
  'no-such-seat': () => m.refused_no_such_seat(),
  'no-such-table': () => m.refused_no_such_table(),
  'no-taking-back': () => m.refused_no_taking_back(),
  'no-text': () => m.refused_no_text(),
  'nobody-asks': () => m.refused_nobody_asks(),
  'nobody-there': () => m.refused_nobody_there(),
  'not-away': (values) => m.refused_not_away(of(values, 'seconds')),
  'not-finished': () => m.refused_not_finished(),
  'not-found': () => m.refused_not_found(),
  'not-over': () => m.refused_not_over(),
  'not-revealing': () => m.refused_not_revealing(),
  'not-started': () => m.refused_not_started(),
  'not-written': () => m.refused_not_written(),
  'not-yourself': () => m.refused_not_yourself(),
  'nothing-to-decide': () => m.refused_nothing_to_decide(),
  'nothing-to-take-back': () => m.refused_nothing_to_take_back(),
  'off-the-path': () => m.refused_off_the_path(),
  'one-me': () => m.refused_one_me(),
  'only-host': () => m.refused_only_host(),
  'only-seated': () => m.refused_only_seated(),
  'other-commitment': () => m.refused_other_commitment(),
  'other-game': () => m.refused_other_game(),
  'seat-taken': () => m.refused_seat_taken(),
  settled: () => m.refused_settled(),
  stale: () => m.refused_stale(),
  'tail-lost': () => m.refused_tail_lost(),
  'table-closed': () => m.refused_table_closed(),
  'table-full': () => m.refused_table_full(),
  'taken-back-often': (values) => m.refused_taken_back_often(of(values, 'most')),
  'taking-back-refused': () => m.refused_taking_back_refused(),
  'too-fast': () => m.refused_too_fast(),
  'too-many': () => m.refused_too_many(),
  'wrong-host': (values) => m.refused_wrong_host(of(values, 'host')),
  'wrong-invite': () => m.refused_wrong_invite(),
  'wrong-link': () => m.refused_wrong_link(),
};

/** `game`: where it was refused, if that is known; a clause says it, too. */
export function refusalWords(refusal: Refusal, game: string | null = null): string {
  const guest = game === null ? gameOf(refusal.clause) : guestOf(game);
  return guest?.refused(refusal) ?? wordsFor(WORDS, refusal) ?? elsewhere(refusal) ?? m.refused_other();
}

/** What several games refuse alike rests on no clause. */
function elsewhere(refusal: Refusal): string | null {
  for (const guest of ownGuests()) {
    const words = guest.refused(refusal);
    if (words !== null) return words;
  }
  return null;
}
