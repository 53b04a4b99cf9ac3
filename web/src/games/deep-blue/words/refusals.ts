/** Why Deep Blue refuses something, in the reader's language. */

import { m } from '../../../paraglide/messages.js';
import type { DeepBlueRefusalCode } from '../../../wire/protocol';
import { ANY_GAME } from '../../../words/anyGame';
import { of, type Words } from '../../../words/values';

export const REFUSALS: { readonly [code in DeepBlueRefusalCode]: Words } = {
  ...ANY_GAME,
  'already-decided': () => m.blue_refused_already_decided(),
  'answer-the-hazard': () => m.blue_refused_answer_the_hazard(),
  'bad-box': (values) => m.blue_refused_bad_box(of(values, 'key', 'problem')),
  'cannot-pay-with': () => m.blue_refused_cannot_pay_with(),
  'choose-a-boat': () => m.blue_refused_choose_a_boat(),
  'choose-a-dive': () => m.blue_refused_choose_a_dive(),
  'choose-a-space': () => m.blue_refused_choose_a_space(),
  'choose-an-action': () => m.blue_refused_choose_an_action(),
  'go-on-or-end': () => m.blue_refused_go_on_or_end(),
  'no-boat-moves': () => m.blue_refused_no_boat_moves(),
  'no-boat-on-wreck': () => m.blue_refused_no_boat_on_wreck(),
  'no-need-to-pass': () => m.blue_refused_no_need_to_pass(),
  'no-propeller': () => m.blue_refused_no_propeller(),
  'no-such-place': () => m.blue_refused_no_such_place(),
  'no-such-edition': () => m.blue_refused_no_such_edition(),
  'no-such-scenario': () => m.blue_refused_no_such_scenario(),
  'no-such-slot': () => m.blue_refused_no_such_slot(),
  'not-fulfilled': () => m.blue_refused_not_fulfilled(),
  'not-in-hand': () => m.blue_refused_not_in_hand(),
  'not-your-turn': () => m.blue_refused_not_your_turn(),
  'nothing-to-hire': () => m.blue_refused_nothing_to_hire(),
  'nothing-to-rest': () => m.blue_refused_nothing_to_rest(),
  'nothing-to-take-back': () => m.blue_refused_nothing_to_take_back(),
  'play-or-not': () => m.blue_refused_play_or_not(),
  'rush-or-not': () => m.blue_refused_rush_or_not(),
  'small-chart-seats': () => m.blue_refused_small_chart_seats(),
  steer: () => m.blue_refused_steer(),
  'take-a-card': () => m.blue_refused_take_a_card(),
  'too-far': (values) => m.blue_refused_too_far(of(values, 'needed', 'moves')),
  'too-little-money': (values) => m.blue_refused_too_little_money(of(values, 'price', 'paid')),
  'too-little-money-to-renew': (values) =>
    m.blue_refused_too_little_money_to_renew(of(values, 'price', 'paid')),
  'wrong-seats': (values) => m.blue_refused_seats(of(values, 'seats')),
};
