/** What happens at a Dive table, told in the reader's language. */

import { levelsOf } from './round';
import type {
  DiveCompanion,
  DiveCompanionsGiven,
  DiveEvent,
  DiveFaces,
  DiveKind,
  DiveLifted,
  DiveProgram,
} from '../../../wire/protocol';
import { listed } from '../../../words/seats';
import { m } from '../../../paraglide/messages.js';

/** One event in a sentence or a few; `names` are the divers' by seat. */
export function eventWords(event: DiveEvent, names: readonly string[], children = false): string {
  const name = (who: number | 'chief') => nameOf(who, names);
  switch (event.type) {
    case 'ready':
      return m.told_ready({ name: name(event.seat) });
    case 'reopened':
      return m.told_reopened({ name: name(event.seat) });
    case 'companions-given':
      return [
        ...event.companions.map((companion, seat) =>
          companion
            ? m.told_companion({ name: name(seat), companion: companionWord(companion) })
            : m.told_companion_again({ name: name(seat) }),
        ),
        ...clash(event, names),
      ].join(' ');
    case 'companion-used':
      switch (event.use.type) {
        case 'lay-octopus':
          return m.told_octopus({ name: name(event.seat) });
        case 'call-orca':
          return m.told_orca({ name: name(event.seat) });
        case 'ride-turtle':
          return m.told_turtle({ name: name(event.seat) });
        case 'send-dolphins':
          return m.told_dolphins({ name: name(event.seat), other: name(event.use.to) });
        case 'loose-great-white':
          return m.told_great_white({ name: name(event.seat) });
      }
      break;
    case 'revealed':
      return [
        m.told_revealed({ round: event.round }),
        ...event.programs.map((program, seat) =>
          m.told_program({ name: name(seat), program: programWords(program) }),
        ),
      ].join(' ');
    case 'lifted':
      return [
        m.told_lifted({ level: event.level, kind: kindWord(event.kind) }),
        ...judgement(event, names),
        ...help(event, names),
      ].join(' ');
    case 'dolphins-returned':
      return event.spaces
        ? m.told_dolphins_won({ name: name(event.seat), other: name(event.to) })
        : m.told_dolphins_lost({ name: name(event.seat), other: name(event.to) });
    case 'rested': {
      const moves = event.spaces.map((spaces, seat) =>
        m.told_moved({ name: name(seat), spaces, space: event.pawns[seat] ?? 0 }),
      );
      if (event.chief !== null) {
        moves.push(m.told_moved({ name: m.chief(), spaces: event.chief_spaces, space: event.chief }));
      }
      const stopped = event.stopped.length
        ? ` ${m.told_stopped({ names: listed(event.stopped.map(name)) })}`
        : '';
      return m.told_rested({ moves: moves.join('; ') }) + stopped;
    }
    case 'round-began':
      return m.told_round({ round: event.round, cards: event.cards_left });
    case 'ended': {
      const why = event.why === 'stone' ? m.told_stone() : m.told_stack();
      const winners = listed(event.winners.map(name));
      if (event.winners.length === 1) return `${why} ${m.told_wins({ name: winners })}`;
      return `${why} ${children ? m.told_win_together({ names: winners }) : m.told_draw({ names: winners })}`;
    }
  }
}

/** How a clash over a companion was decided, where that was asked for. */
export function clash(
  { companions, youngest }: Pick<DiveCompanionsGiven, 'companions' | 'youngest'>,
  names: readonly string[],
): string[] {
  if (youngest === undefined) return [];
  if (youngest === null) return [m.told_drawn()];
  const name = nameOf(youngest, names);
  return [companions.length > 2 ? m.told_youngest_drawn({ name }) : m.told_youngest({ name })];
}

/** Who was right and who was wrong about a card. */
export function judgement(event: DiveLifted, names: readonly string[]): string[] {
  const words: string[] = [];
  const dived = event.right.length + event.wrong.length;
  // No card is lifted for nobody (D9.7): without divers the village chief alone went on.
  if (dived === 0) words.push(m.verdict_chief());
  else if (event.wrong.length === 0) words.push(m.told_all_right());
  else if (event.right.length === 0 && event.wrong.length > 1) words.push(m.told_all_wrong());
  else words.push(m.told_wrong({ names: listed(event.wrong.map((seat) => nameOf(seat, names))) }));
  if (event.lost_all.length) {
    words.push(m.told_lost_all({ names: listed(event.lost_all.map((seat) => nameOf(seat, names))) }));
  }
  return words;
}

/** Who got the helper on a card, if it has one. */
export function help(event: DiveLifted, names: readonly string[]): string[] {
  const words: string[] = [];
  const speed = Math.max(0, ...event.raced.map((racer) => racer.speed));
  if (event.helped !== null) {
    const [name, spaces] = [nameOf(event.helped, names), event.spaces];
    // The sixth level is the anglerfish's alone: it counts as fastest there, without a speed (D8.3).
    if (event.level > 5) words.push(spaces ? m.told_angler({ name, spaces }) : m.told_angler_none({ name }));
    else words.push(spaces ? m.told_helped({ name, speed, spaces }) : m.told_helped_none({ name, speed }));
  } else if (event.raced.length) {
    words.push(m.told_tie({ speed }));
  }
  if (event.bubbles.length) words.push(m.told_bubbles({ levels: event.bubbles.join(', ') }));
  return words;
}

export function nameOf(who: number | 'chief', names: readonly string[]): string {
  return who === 'chief' ? m.chief() : (names[who] ?? m.new_seat_number({ number: who + 1 }));
}

export function programWords(program: DiveProgram | DiveFaces): string {
  return levelsOf(program)
    .map(({ speed, shark }, depth) => {
      const level = depth + 1;
      if (speed === null) {
        return m.told_program_level({ level, speed: shark ? m.board_shark() : m.board_no_shark() });
      }
      return shark ? m.told_program_level_shark({ level, speed }) : m.told_program_level({ level, speed });
    })
    .join(', ');
}

export function kindWord(kind: DiveKind): string {
  switch (kind) {
    case 'nothing':
      return m.kind_nothing();
    case 'shark':
      return m.kind_shark();
    case 'green':
      return m.kind_green();
    case 'red':
      return m.kind_red();
    case 'manta':
      return m.kind_manta();
    case 'shark+green':
      return m.kind_both({ shark: m.kind_shark(), helper: m.kind_green() });
    case 'shark+red':
      return m.kind_both({ shark: m.kind_shark(), helper: m.kind_red() });
    case 'shark+manta':
      return m.kind_both({ shark: m.kind_shark(), helper: m.kind_manta() });
  }
}

export function companionWord(companion: DiveCompanion): string {
  switch (companion) {
    case 'octopus':
      return m.companion_octopus();
    case 'orca':
      return m.companion_orca();
    case 'anglerfish':
      return m.companion_anglerfish();
    case 'turtle':
      return m.companion_turtle();
    case 'clownfish':
      return m.companion_clownfish();
    case 'dolphins':
      return m.companion_dolphins();
    case 'great-white':
      return m.companion_great_white();
  }
}

export function companionHint(companion: DiveCompanion): string {
  switch (companion) {
    case 'octopus':
      return m.companion_octopus_hint();
    case 'orca':
      return m.companion_orca_hint();
    case 'anglerfish':
      return m.companion_anglerfish_hint();
    case 'turtle':
      return m.companion_turtle_hint();
    case 'clownfish':
      return m.companion_clownfish_hint();
    case 'dolphins':
      return m.companion_dolphins_hint();
    case 'great-white':
      return m.companion_great_white_hint();
  }
}
