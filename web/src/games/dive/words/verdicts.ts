/**
 * What a dive means for each diver, read off the events: who said what about a card, what they keep, and what their
 * moves in a round add up to. Nothing is decided here; a test holds it against the events of random games.
 */

import type { DiveLifted, DiveRested } from '../../../wire/protocol';
import { levelsOf, type Round, type Standing, type Who } from './round';

/** How one diver stands after a card. */
export type Verdict =
  | {
      readonly type: 'right';
      readonly said: boolean;
      readonly kept: number;
      /** Whether there is another level to come. */
      readonly on: boolean;
    }
  | { readonly type: 'wrong'; readonly said: boolean; readonly kept: number; readonly lostAll: boolean }
  /** Out because of a mistake at an earlier level. */
  | { readonly type: 'out'; readonly since: number }
  /** Up again: the program had no more levels. */
  | { readonly type: 'up'; readonly after: number };

export type Helper = 'green' | 'red' | 'manta';

/** What moved someone in a round. */
export interface Sum {
  readonly who: Who;
  readonly from: number;
  readonly helped: readonly { readonly helper: Helper; readonly spaces: number }[];
  readonly dolphins: number;
  /** Spaces moved in Rest. */
  readonly levels: number;
  readonly stopped: boolean;
  readonly to: number;
}

/** Whether this is the children's version: faces only, and a mistake costs its own level. */
export function ofChildren(round: Round): boolean {
  return round.some(
    (event) => event.type === 'revealed' && event.programs.some((program) => program.type === 'faces'),
  );
}

export function hasShark(event: DiveLifted): boolean {
  return event.kind.startsWith('shark');
}

export function helperOn(event: DiveLifted): Helper | null {
  const last = event.kind.split('+').pop();
  return last === 'green' || last === 'red' || last === 'manta' ? last : null;
}

/** How everyone stands after the card of a level, by seat. */
export function verdicts(round: Round, level: number): readonly Verdict[] {
  const revealed = round.find((event) => event.type === 'revealed');
  if (!revealed) return [];
  const children = ofChildren(round);
  const lifted = round.filter((event) => event.type === 'lifted').filter((event) => event.level <= level);
  const card = lifted[lifted.length - 1];
  return revealed.programs.map((program, seat): Verdict => {
    const levels = levelsOf(program);
    const mistake = lifted.find((event) => event.wrong.includes(seat));
    const rights = lifted.filter((event) => event.right.includes(seat)).length;
    const said = levels[level - 1]?.shark ?? false;
    if (card?.right.includes(seat)) return { type: 'right', said, kept: rights, on: levels.length > level };
    if (card?.wrong.includes(seat)) {
      const lostAll = card.lost_all.includes(seat);
      return { type: 'wrong', said, kept: lostAll ? 0 : rights, lostAll };
    }
    if (mistake && !children) return { type: 'out', since: mistake.level };
    return { type: 'up', after: levels.length };
  });
}

/** What everyone's moves in a round add up to; the chief comes last. */
export function sums(round: Round, before: Standing): readonly Sum[] {
  const rested = round.find((event): event is DiveRested => event.type === 'rested');
  if (!rested) return [];
  const sum = (who: Who, from: number, levels: number, to: number): Sum => ({
    who,
    from,
    helped: round.flatMap((event) => {
      const helper = event.type === 'lifted' && event.helped === who ? helperOn(event) : null;
      return event.type === 'lifted' && helper ? [{ helper, spaces: event.spaces }] : [];
    }),
    dolphins: round.reduce(
      (spaces, event) =>
        event.type === 'dolphins-returned' && event.seat === who ? spaces + event.spaces : spaces,
      0,
    ),
    levels,
    stopped: who !== 'chief' && rested.stopped.includes(who),
    to,
  });
  return [
    ...rested.spaces.map((levels, seat) =>
      sum(seat, before.pawns[seat] ?? 0, levels, rested.pawns[seat] ?? 0),
    ),
    ...(rested.chief === null ? [] : [sum('chief', before.chief ?? 0, rested.chief_spaces, rested.chief)]),
  ];
}

/** How far someone came in a round, by the parts of the sum. */
export function total({ helped, dolphins, levels }: Sum): number {
  return helped.reduce((spaces, one) => spaces + one.spaces, 0) + dolphins + levels;
}
