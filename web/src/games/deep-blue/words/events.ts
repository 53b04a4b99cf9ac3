/** What happens at a Deep Blue table, in sentences. */

import type { DeepBlueEvent, DeepBlueTally } from '../../../wire/protocol';
import { listed } from '../../../words/seats';
import { m } from '../../../paraglide/messages.js';
import type { Box } from '../box/box';
import { cardName, colourName, hazardName, placeName, tileName } from './words';

export type Topic = 'turns' | 'market' | 'dives';

/** Which part of the log an event belongs to. */
export function topicOf(event: DeepBlueEvent): Topic {
  switch (event.type) {
    case 'hired':
    case 'renewed':
    case 'took':
    case 'turned-up':
    case 'reshuffled':
      return 'market';
    case 'dive-began':
    case 'rushed':
    case 'drew':
    case 'protected':
    case 'surfaced':
    case 'ready':
    case 'reopened':
    case 'crew-played':
    case 'dive-ended':
      return 'dives';
    default:
      return 'turns';
  }
}

/** One event in a sentence. */
export function eventWords(event: DeepBlueEvent, names: readonly string[], box: Box): string {
  const name = (seat: number) => names[seat] ?? '';
  const cards = (ids: readonly string[]) => listed(ids.map((id) => cardName(id, box)));
  const place = (id: string) => placeName(box.places.get(id));
  switch (event.type) {
    case 'turn-began':
      return m.blue_told_turn({ name: name(event.seat) });
    case 'passed':
      return m.blue_told_passed({ name: name(event.seat) });
    case 'hired':
      return m.blue_told_hired({ name: name(event.seat), card: cardName(event.card, box) });
    case 'renewed':
      return m.blue_told_renewed({ name: name(event.seat) });
    case 'took':
      return event.card === null
        ? m.blue_told_took_none({ name: name(event.seat) })
        : m.blue_told_took({ name: name(event.seat), card: cardName(event.card, box) });
    case 'turned-up':
      return event.gem
        ? m.blue_told_turned_up_gem({ card: cardName(event.card, box), colour: colourName(event.gem) })
        : m.blue_told_turned_up({ card: cardName(event.card, box) });
    case 'reshuffled':
      return m.blue_told_reshuffled({ cards: event.cards });
    case 'sailed':
      return m.blue_told_sailed({ name: name(event.seat), moves: event.moves });
    case 'steered': {
      const to = event.to.filter((each): each is string => each !== null).map(place);
      return m.blue_told_steered({ name: name(event.seat), places: listed(to) });
    }
    case 'wreck-found':
      return m.blue_told_found({
        name: name(event.seat),
        wreck: tileName(event.tile, box),
        place: place(event.site),
      });
    case 'gem-scattered':
      return m.blue_told_scattered({ colour: colourName(event.colour), place: place(event.site) });
    case 'moored':
      return (event.space === null ? m.blue_told_moored_middle : m.blue_told_moored)({
        name: name(event.seat),
        place: place(event.site),
      });
    case 'rested':
      return m.blue_told_rested({ name: name(event.seat), count: event.count });
    case 'dive-began':
      return m.blue_told_dive({
        name: name(event.leader),
        wreck: tileName(event.tile, box),
        place: place(event.site),
      });
    case 'rushed':
      return event.boats.length
        ? m.blue_told_rushed({ name: name(event.seat), boats: event.boats.length })
        : m.blue_told_stayed({ name: name(event.seat) });
    case 'drew': {
      const gems = listed(event.gems.map(colourName));
      const told = event.scattered ? m.blue_told_scattered_first({ gems }) : m.blue_told_drew({ gems });
      if (event.hazards.length) {
        return `${told} ${m.blue_told_hazard({ hazards: listed(event.hazards.map(hazardName)) })}`;
      }
      const warned = event.gems.filter((gem) => gem === 'black' || gem === 'blue');
      return warned.length ? `${told} ${m.blue_told_warning()}` : told;
    }
    case 'protected':
      return event.card === null
        ? m.blue_told_protected_space({ name: name(event.seat), hazard: hazardName(event.against) })
        : m.blue_told_protected({
            name: name(event.seat),
            card: cardName(event.card, box),
            hazard: hazardName(event.against),
          });
    case 'surfaced':
      return m.blue_told_driven_up({ name: name(event.seat), hazard: hazardName(event.against) });
    case 'ready':
      return m.blue_told_ready({ name: name(event.seat) });
    case 'reopened':
      return m.blue_told_reopened({ name: name(event.seat) });
    case 'crew-played': {
      const plays = event.plays.filter((play) => play.cards.length);
      if (!plays.length) return m.blue_told_nobody_plays();
      return plays
        .map((play) => {
          const who = { name: name(play.seat), cards: cards(play.cards) };
          return play.vp === null
            ? m.blue_told_played_closed(who)
            : m.blue_told_played({ ...who, vp: play.vp });
        })
        .join(' ');
    }
    case 'dive-ended': {
      const why = {
        ended: m.blue_told_ended,
        'leader-surfaced': m.blue_told_leader_up,
        'bag-empty': m.blue_told_bag_empty,
      }[event.why]();
      const scores = event.tallies.map((tally) =>
        m.blue_told_tally({ name: name(tally.seat), vp: pointsOf(tally) }),
      );
      return scores.length ? `${why} ${scores.join('; ')}.` : why;
    }
    case 'ended':
      return event.winners.length === 1
        ? m.blue_told_wins({ name: name(event.winners[0] ?? 0) })
        : m.blue_told_share({ names: listed(event.winners.map(name)) });
  }
}

/** What someone got for a dive. */
export function pointsOf(tally: DeepBlueTally): number {
  return tally.cards + tally.gems + tally.tile + tally.safe;
}

/** Nobody needs to read afterwards that someone had decided. */
export function isNoise(event: DeepBlueEvent): boolean {
  if (event.type === 'crew-played') return event.plays.every((play) => !play.cards.length);
  return event.type === 'ready' || event.type === 'reopened';
}

/** Several things that happened as one, in a sentence: cards that came up in the market are told together. */
export function eventsWords(events: readonly DeepBlueEvent[], names: readonly string[], box: Box): string {
  const shown = events.flatMap((event) => (event.type === 'turned-up' ? [event] : []));
  if (shown.length < 2) return events.map((event) => eventWords(event, names, box)).join(' ');
  const others = events.filter((event) => event.type !== 'turned-up');
  const gems = shown.flatMap(({ gem }) => (gem ? [colourName(gem)] : []));
  return [
    ...others.map((event) => eventWords(event, names, box)),
    m.blue_told_new_cards({ cards: listed(shown.map(({ card }) => cardName(card, box))) }),
    ...(gems.length ? [m.blue_told_into_bag({ gems: listed(gems) })] : []),
  ].join(' ');
}
