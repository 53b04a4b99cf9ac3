/** Advice and reviews of Deep Blue in the reader's language. */

import { boxOf } from '../box/box';
import { actionWords } from './asking';
import { cardName, placeName } from './words';
import { decimal, percent } from '../../../words/numbers';
import type { BlueOdds, DeepBlueAction, DeepBlueView } from '../../../wire/protocol';
import { listed } from '../../../words/seats';
import { m } from '../../../paraglide/messages.js';

/** What is to be done, or was, by someone with this view. */
export function blueActionWords(action: DeepBlueAction, view: DeepBlueView): string {
  const box = boxOf(view.options);
  const place = (id: string) => placeName(box.places.get(id));
  const cards = (ids: readonly string[]) => ids.map((id) => cardName(id, box));
  switch (action.type) {
    case 'hire':
      return m.advice_hire({ card: cardName(view.market[action.slot] ?? '', box) });
    case 'renew':
      return m.blue_renew_short();
    case 'sail':
      return m.advice_sail({
        payment: listed([
          ...cards(action.cards),
          ...(action.tokens ? [m.blue_tokens({ count: action.tokens })] : []),
        ]),
      });
    case 'steer':
      // Two boats may go to the same place, which is said once.
      return m.advice_steer({
        places: listed([...new Set(action.to.flatMap((to) => (to === null ? [] : [place(to)])))]),
      });
    case 'rest':
      return m.blue_rest();
    case 'pass':
      return m.blue_pass();
    case 'play-crew':
      return action.cards.length ? m.advice_play({ cards: listed(cards(action.cards)) }) : m.blue_play_none();
    default: {
      const lies = (boat: number) => view.captains[view.reader ?? -1]?.boats[boat]?.place ?? '';
      const boat = (number: number) => m.blue_boat({ number: number + 1, place: place(lies(number)) });
      return actionWords(action, view, box, boat).title;
    }
  }
}

/** The odds of a choice, each in a few words. */
export function blueOddsWords(odds: BlueOdds, first: boolean): string[] {
  return [
    ...(odds.vp !== null && odds.draws !== null
      ? [m.advice_dive_vp({ vp: decimal(odds.vp) }), m.advice_draws({ draws: odds.draws })]
      : []),
    ...(odds.vp !== null && odds.draws === null ? [m.advice_keeps({ vp: decimal(odds.vp) })] : []),
    ...(odds.surface === null ? [] : [m.advice_surface({ percent: percent(odds.surface) })]),
    ...(first ? [] : [odds.behind > 0 ? m.advice_behind({ vp: decimal(odds.behind) }) : m.advice_as_good()]),
  ];
}
