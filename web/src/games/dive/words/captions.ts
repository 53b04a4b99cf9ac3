/** The dive in sentences: to whoever sits there, and in a few words beside each diver. */

import { m } from '../../../paraglide/messages.js';
import type { DiveKind, DiveLifted } from '../../../wire/protocol';
import { listed } from '../../../words/seats';
import { eventWords, nameOf, programWords } from './events';
import { levelsOf, type Round, type Scene, type Who } from './round';
import {
  hasShark,
  helperOn,
  ofChildren,
  sums,
  total,
  verdicts,
  type Helper,
  type Sum,
  type Verdict,
} from './verdicts';

export interface Caption {
  readonly title: string;
  readonly detail: string;
}

/** Who reads, and what they need to know. */
export interface Reader {
  readonly you: number | null;
  readonly names: readonly string[];
  /** Whether the clock laid the program of whoever reads. */
  readonly laidForYou?: boolean;
}

/** What is said at a beat. */
export function caption(scene: Scene, round: Round, reader: Reader): Caption {
  const { beat } = scene;
  switch (beat.type) {
    case 'reveal':
      return revealed(scene, reader);
    case 'lift':
      return { title: cardWords(beat.event.kind), detail: loneChief(beat.event) };
    case 'judge':
      return judged(beat.event, round, reader);
    case 'help':
      return helped(scene, beat.event, reader);
    case 'dolphins':
      return { title: eventWords(beat.event, reader.names), detail: '' };
    case 'rest':
      return rested(scene, round, reader);
    case 'end': {
      const { why, winners } = beat.event;
      const [names, won] = [listed(winners.map((who) => nameOf(who, reader.names))), youWon(winners, reader)];
      const many = winners.length > 1;
      const title =
        why === 'stone'
          ? many
            ? m.end_stone_many({ names })
            : won
              ? m.end_stone_you()
              : m.end_stone_other({ names })
          : many
            ? m.end_deepest_many({ names })
            : won
              ? m.end_deepest_you()
              : m.end_deepest_other({ names });
      return { title, detail: won ? m.end_feast_you() : m.end_feast() };
    }
  }
}

/** What is said beside a diver at a beat; nothing while there is nothing to say. */
export function noteFor(who: Who, scene: Scene, round: Round, names: readonly string[]): string {
  const { beat } = scene;
  if (beat.type === 'rest' || beat.type === 'end') {
    const sum = sums(round, scene.before).find((one) => one.who === who);
    return sum ? rowWords(sum) : '';
  }
  if (beat.type === 'dolphins') return beat.event.seat === who ? eventWords(beat.event, names) : '';
  if (who === 'chief') return m.note_chief();
  // Between the lifting of a card and its verdict nobody knows yet; then it says what was before.
  const level = beat.type === 'judge' || beat.type === 'help' ? beat.event.level : scene.cards.length - 1;
  const verdict = level > 0 ? verdicts(round, level)[who] : undefined;
  return verdict ? noteWords(verdict, ofChildren(round)) : '';
}

function noteWords(verdict: Verdict, children: boolean): string {
  switch (verdict.type) {
    case 'right':
      if (children) return m.note_child_right();
      return verdict.on ? m.note_on() : m.note_last({ kept: verdict.kept });
    case 'wrong':
      if (children) return m.note_child_wrong();
      return verdict.lostAll ? m.note_deep() : m.note_ends({ kept: verdict.kept });
    case 'out':
      return m.note_out({ level: verdict.since });
    case 'up':
      return children ? '' : m.note_up({ level: verdict.after });
  }
}

export function cardWords(kind: DiveKind): string {
  switch (kind) {
    case 'nothing':
      return m.card_nothing();
    case 'shark':
      return m.card_shark();
    case 'green':
      return m.card_green();
    case 'red':
      return m.card_red();
    case 'manta':
      return m.card_manta();
    case 'shark+green':
      return m.card_shark_green();
    case 'shark+red':
      return m.card_shark_red();
    case 'shark+manta':
      return m.card_shark_manta();
  }
}

function revealed(scene: Scene, { you, laidForYou }: Reader): Caption {
  const yours = you === null ? undefined : scene.revealed.programs[you];
  return {
    title: m.stage_reveal(),
    detail:
      laidForYou && yours ? m.stage_laid_for_you({ program: programWords(yours) }) : m.stage_reveal_more(),
  };
}

function loneChief(event: DiveLifted): string {
  return event.right.length + event.wrong.length ? '' : m.verdict_chief();
}

function judged(event: DiveLifted, round: Round, { you, names }: Reader): Caption {
  const card = cardWords(event.kind);
  const others = (seats: readonly number[]) =>
    listed(seats.filter((seat) => seat !== you).map((seat) => nameOf(seat, names)));
  const [saw, missed] = [others(event.right), others(event.wrong)];
  const about = [
    ...(saw ? [m.verdict_saw({ names: saw })] : []),
    ...(missed ? [m.verdict_missed({ names: missed })] : []),
  ];
  const verdict = you === null ? undefined : verdicts(round, event.level)[you];
  const [title, mine] = verdict ? toYou(verdict, event, card, ofChildren(round)) : [card, ''];
  return { title, detail: [mine, ...about].filter(Boolean).join(' ') };
}

/** The verdict to whoever reads: what was there against what they said, and what it means. */
function toYou(
  verdict: Verdict,
  event: DiveLifted,
  card: string,
  children: boolean,
): readonly [title: string, detail: string] {
  const { level } = event;
  switch (verdict.type) {
    case 'right': {
      const title = hasShark(event)
        ? m.verdict_right({ card })
        : event.kind === 'nothing'
          ? m.verdict_right_nothing()
          : m.verdict_right_none({ card });
      if (children) return [title, m.verdict_child_right()];
      return [
        title,
        verdict.on ? m.verdict_on({ level: level + 1 }) : m.verdict_last({ kept: verdict.kept }),
      ];
    }
    case 'wrong': {
      const title = verdict.said ? m.verdict_wrong_shark({ card }) : m.verdict_wrong_none({ card });
      if (children) return [title, m.verdict_child_wrong()];
      if (verdict.lostAll) return [title, m.verdict_ends_deep({ level })];
      const { kept } = verdict;
      return [title, kept ? m.verdict_ends({ level, kept }) : m.verdict_ends_empty({ level })];
    }
    case 'out':
      return [card, m.verdict_out({ level: verdict.since })];
    case 'up':
      return [card, children ? '' : m.verdict_up()];
  }
}

function helped(scene: Scene, event: DiveLifted, { you, names }: Reader): Caption {
  const helper = helperOn(event);
  if (!helper) return { title: '', detail: '' };
  const bubbles = event.bubbles.length
    ? [m.carry_bubbles({ levels: listed(event.bubbles.map(String)) })]
    : [];
  const fastest = Math.max(...event.raced.map((racer) => racer.speed));
  if (event.helped === null) {
    const speeds = event.raced.filter(({ speed }) => speed === fastest).map(({ speed }) => `${speed}`);
    const detail = [m.race_tie_more({ helper: helperWords(helper) }), ...bubbles].join(' ');
    return { title: m.race_tie({ speeds: listed(speeds) }), detail };
  }
  const detail = [carried(scene, event, helper, event.helped, { you, names }), ...bubbles].join(' ');
  return { title: raceWords(scene, event, event.helped, fastest, { you, names }), detail };
}

function raceWords(
  scene: Scene,
  event: DiveLifted,
  winner: Who,
  speed: number,
  { you, names }: Reader,
): string {
  const [mine, name] = [winner === you, nameOf(winner, names)];
  const program = winner === 'chief' ? undefined : scene.revealed.programs[winner];
  if (program && levelsOf(program)[event.level - 1]?.anglerfish) {
    return mine ? m.race_angler_you() : m.race_angler_other({ name });
  }
  if (event.raced.length === 1) return mine ? m.race_alone_you() : m.race_alone_other({ name });
  return mine ? m.race_you({ speed }) : m.race_other({ name, speed });
}

/** How far the helper carried someone, and why not further. The scene is that after the move. */
function carried(
  scene: Scene,
  event: DiveLifted,
  helper: Helper,
  winner: Who,
  { you, names }: Reader,
): string {
  const { spaces } = event;
  const space = at(scene, winner);
  // As the board is marked (D1.4); where the manta stops the events say.
  const EDGE = 15;
  if (!spaces) return space >= EDGE ? m.carry_deep() : m.carry_front();
  const said = { helper: helperWords(helper), spaces, space };
  const moved = winner === you ? m.carry_you(said) : m.carry_other({ ...said, name: nameOf(winner, names) });
  const alone = everyone(scene).every((who) => who === winner || at(scene, who) !== space);
  return helper === 'manta' && space === EDGE && alone ? `${moved} ${m.carry_stops()}` : moved;
}

function helperWords(helper: Helper): string {
  return { green: m.helper_green, red: m.helper_red, manta: m.helper_manta }[helper]();
}

function rested(scene: Scene, round: Round, { you }: Reader): Caption {
  const sum = you === null ? undefined : sums(round, scene.before).find((one) => one.who === you);
  if (!sum) return { title: m.sum_rest(), detail: m.sum_rest_more() };
  const parts = partsOf(sum);
  const stands = total(sum) ? m.sum_stands({ space: sum.to }) : m.sum_stays({ space: sum.to });
  return {
    title: parts.length ? m.sum_total({ parts: parts.join(' + '), total: total(sum) }) : m.sum_nothing(),
    detail: [...(sum.stopped ? [m.sum_stopped()] : []), stands].join(' '),
  };
}

/** What someone's moves in a round are made of. Helpers that moved nobody are left out. */
function partsOf({ helped, dolphins, levels }: Sum): string[] {
  const words = { green: m.sum_green, red: m.sum_red, manta: m.sum_manta };
  return [
    ...helped.filter(({ spaces }) => spaces).map(({ helper, spaces }) => words[helper]({ spaces })),
    ...(dolphins ? [m.sum_dolphins({ spaces: dolphins })] : []),
    ...(levels ? [m.sum_levels({ levels })] : []),
  ];
}

function rowWords(sum: Sum): string {
  if (sum.stopped) return m.sum_row_stopped({ space: sum.to });
  const numbers = [...sum.helped.map(({ spaces }) => spaces), sum.dolphins, sum.levels].filter(Boolean);
  if (numbers.length < 2) return m.sum_row_one({ total: total(sum), space: sum.to });
  return m.sum_row({ parts: numbers.join(' + '), total: total(sum), space: sum.to });
}

function youWon(winners: readonly Who[], { you }: Reader): boolean {
  return you !== null && winners.includes(you);
}

function everyone(scene: Scene): Who[] {
  return [...scene.pawns.map((_, seat) => seat), ...(scene.chief === null ? [] : ['chief' as const])];
}

function at(scene: Scene, who: Who): number {
  return (who === 'chief' ? scene.chief : scene.pawns[who]) ?? 0;
}
