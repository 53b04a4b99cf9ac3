/** What a card would do for the reader, in words. */

import type { DeepBlueView } from '../../../wire/protocol';
import { m } from '../../../paraglide/messages.js';
import type { Box } from '../box/box';
import { gainOf, USUAL_GEMS } from '../plan/gain';
import { hazardName } from './words';

const percent = (chance: number) => `${Math.round(chance * 100)}\u00a0%`;

export function gainWords(id: string, view: DeepBlueView, box: Box): string[] {
  const card = box.crew.get(id);
  const gain = gainOf(id, view, box);
  if (!card || !gain) return [];
  return [
    ...(gain.fulfilled === null
      ? []
      : card.on === 'any'
        ? []
        : [m.blue_gain_fits({ chance: percent(gain.fulfilled), gems: USUAL_GEMS })]),
    ...(card.against && gain.danger !== null
      ? [
          m.blue_gain_shield({
            hazard: hazardName(card.against),
            chance: percent(gain.danger),
            gems: USUAL_GEMS,
            shields: gain.shields,
          }),
        ]
      : []),
    ...(gain.moves ? [m.blue_gain_moves({ now: gain.moves[0], then: gain.moves[1] })] : []),
    ...(gain.money ? [m.blue_gain_money({ now: gain.money[0], then: gain.money[1] })] : []),
  ];
}
