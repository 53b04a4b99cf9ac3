/** What a dive stands at for the reader, in words: what going up costs, what going on risks, what ending brings. */

import type { DeepBlueDescent, DeepBlueView } from '../../../wire/protocol';
import { m } from '../../../paraglide/messages.js';
import type { Box } from '../box/box';
import { oddsOf } from '../descent/odds';
import { shieldOf, worthTo } from '../descent/standing';
import { descentOf } from '../words/waiting';

export function lostWords(view: DeepBlueView, box: Box): string {
  const descent = descentOf(view);
  if (!descent || view.reader === null) return '';
  const gems = worthTo(view, descent, box, view.reader);
  return m.blue_surface_hint({ gems, cards: descent.card_vp[view.reader] ?? 0 });
}

/** The odds of the next draw. */
export function nextWords(view: DeepBlueView, descent: DeepBlueDescent, box: Box): string {
  const city = box.tiles.get(descent.tile)?.city;
  const draw = city ? (box.scenarios.get(view.scenario)?.draw ?? 1) : 1;
  const shield = shieldOf(view, descent, box) ?? { black: 0, blue: 0, either: 0 };
  const { hazard, surfacing } = oddsOf(view.bag, descent.drawn, draw, shield);
  const percent = (chance: number) => `${Math.round(chance * 100)}\u00a0%`;
  return m.blue_go_on_odds({ hazard: percent(hazard), up: percent(surfacing) });
}

/** What the leader would have of ending now. */
export function wonWords(view: DeepBlueView, descent: DeepBlueDescent, box: Box): string {
  if (view.reader === null) return '';
  return m.blue_end_dive_won({
    gems: worthTo(view, descent, box, view.reader),
    cards: descent.card_vp[view.reader] ?? 0,
    wreck: box.tiles.get(descent.tile)?.vp ?? 0,
  });
}
