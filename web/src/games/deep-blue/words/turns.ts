/** A captain's turn in one sentence, which grows while the turn is being played. */

import type { DeepBlueEvent } from '../../../wire/protocol';
import { listed } from '../../../words/seats';
import { m } from '../../../paraglide/messages.js';
import type { Box } from '../box/box';
import { eventWords, pointsOf } from './events';
import { cardName, placeName, tileName } from './words';

type Of<Type extends DeepBlueEvent['type']> = Extract<DeepBlueEvent, { type: Type }>;

/** What was paid with: cards and tokens. */
function paidWith({ cards, tokens }: { cards: readonly string[]; tokens: number }, box: Box): string {
  const things = cards.map((card) => cardName(card, box));
  return listed(tokens ? [...things, m.blue_tokens({ count: tokens })] : things) || m.blue_deed_nothing();
}

/** Everything of a turn that is worth a line, given its events so far. */
export function turnWords(events: readonly DeepBlueEvent[], names: readonly string[], box: Box): string {
  const find = <Type extends DeepBlueEvent['type']>(type: Type) =>
    events.filter((event): event is Of<Type> => event.type === type);
  const name = (seat: number) => names[seat] ?? '';
  const said: string[] = [];
  for (const event of events) {
    switch (event.type) {
      case 'hired':
        said.push(
          m.blue_deed_hired({
            name: name(event.seat),
            card: cardName(event.card, box),
            cards: paidWith(event, box),
          }),
        );
        break;
      case 'renewed':
        said.push(m.blue_deed_renewed({ name: name(event.seat), cards: paidWith(event, box) }));
        break;
      case 'sailed':
        said.push(sailWords(event, find('steered')[0], name(event.seat), box));
        break;
      case 'dive-began':
        said.push(diveWords(event, find('dive-ended')[find('dive-began').indexOf(event)], names, box));
        break;
      case 'passed':
      case 'took':
      case 'rested':
        said.push(eventWords(event, names, box));
        break;
      default:
    }
  }
  // A wreck that was found and dived to at once is named with its dive.
  const dived = new Set(find('dive-began').map(({ tile }) => tile));
  const found = find('wreck-found').flatMap(({ tile }) => (dived.has(tile) ? [] : [tileName(tile, box)]));
  if (found.length) said.splice(1, 0, m.blue_deed_found({ wrecks: listed(found) }));
  const first = events[0];
  if (!said.length && first) return eventWords(first, names, box);
  return said.join(' ');
}

function sailWords(sailed: Of<'sailed'>, steered: Of<'steered'> | undefined, name: string, box: Box): string {
  const cards = paidWith(sailed, box);
  if (!steered) return m.blue_deed_moves({ name, cards, moves: sailed.moves });
  const to = steered.to.flatMap((place) => (place === null ? [] : [placeName(box.places.get(place))]));
  if (to.length === 1) return m.blue_deed_one_boat({ name, cards, place: to[0] ?? '' });
  return to[0] === to[1]
    ? m.blue_deed_both_boats({ name, cards, place: to[0] ?? '' })
    : m.blue_deed_two_boats({ name, cards, places: listed(to) });
}

function diveWords(
  began: Of<'dive-began'>,
  ended: Of<'dive-ended'> | undefined,
  names: readonly string[],
  box: Box,
): string {
  // With closed chests only one's own points are told again.
  if (!ended?.tallies.length) return eventWords(began, names, box);
  return m.blue_deed_dived({
    name: names[began.leader] ?? '',
    place: placeName(box.places.get(began.site)),
    wreck: tileName(began.tile, box),
    scores: ended.tallies
      .map((tally) => m.blue_told_tally({ name: names[tally.seat] ?? '', vp: pointsOf(tally) }))
      .join(', '),
  });
}
