/**
 * A round as it is shown: what was told of it, cut into beats, and how the table looks at each of them.
 *
 * Pawns move by the spaces that the events name. Which levels fade after a mistake is drawn from who was wrong
 * (D4.3, D4.4), because the events do not list them.
 */

import type {
  DiveDolphinsReturned,
  DiveEnded,
  DiveEvent,
  DiveFaces,
  DiveKind,
  DiveLifted,
  DiveProgram,
  DiveRested,
  DiveRevealed,
  DiveView,
} from '../../../wire/protocol';

export type Who = number | 'chief';
export type Round = readonly DiveEvent[];

export interface Standing {
  readonly pawns: readonly number[];
  readonly chief: number | null;
}

export type Beat =
  | { readonly type: 'reveal'; readonly event: DiveRevealed }
  | { readonly type: 'lift'; readonly event: DiveLifted }
  | { readonly type: 'judge'; readonly event: DiveLifted }
  | { readonly type: 'help'; readonly event: DiveLifted }
  | { readonly type: 'dolphins'; readonly event: DiveDolphinsReturned }
  | { readonly type: 'rest'; readonly event: DiveRested }
  | { readonly type: 'end'; readonly event: DiveEnded };

/** How a level of someone's program stands: still to come, right, wrong, or come off because of a mistake. */
export type Mark = 'open' | 'right' | 'wrong' | 'off';

export interface Scene extends Standing {
  readonly beat: Beat;
  readonly revealed: DiveRevealed;
  /** The cards that have been lifted so far, from level 1. */
  readonly cards: readonly DiveKind[];
  /** The level that is looked at now; 0 before the first and after the last. */
  readonly level: number;
  /** Per seat and level, from level 1. */
  readonly marks: readonly (readonly Mark[])[];
  /** Who raced for the helper that is being awarded. */
  readonly race: DiveLifted | null;
  /** The helpers that were won so far: by level. */
  readonly won: ReadonlyMap<number, Who>;
  /** The chief's levels under bubbles. */
  readonly bubbles: ReadonlySet<number>;
  /** Who moves in this beat, and how far. */
  readonly moves: ReadonlyMap<Who, number>;
  /** Where everyone stood when the round began. */
  readonly before: Standing;
}

/** Where everyone stood when a round began: after the Rest before it, or at the surface. */
export function standingBefore(view: DiveView, round: number): Standing {
  const before = view.told[round - 2];
  const rested = before?.find((event): event is DiveRested => event.type === 'rested');
  if (rested) return { pawns: rested.pawns, chief: rested.chief };
  return { pawns: view.pawns.map(() => 0), chief: view.chief === null ? null : 0 };
}

/** The beats of a round: what is shown one after the other. */
export function beats(round: Round): Beat[] {
  return round.flatMap((event): Beat[] => {
    switch (event.type) {
      case 'revealed':
        return [{ type: 'reveal', event }];
      case 'lifted':
        return [
          { type: 'lift', event },
          ...(event.right.length + event.wrong.length ? [{ type: 'judge', event } as const] : []),
          ...(event.raced.length ? [{ type: 'help', event } as const] : []),
        ];
      case 'dolphins-returned':
        return [{ type: 'dolphins', event }];
      case 'rested':
        return [{ type: 'rest', event }];
      case 'ended':
        return [{ type: 'end', event }];
      default:
        return [];
    }
  });
}

/** A round as it was told, and after the last one how the game ended. */
export function roundOf(view: DiveView, round: number): Round {
  const told = view.told[round - 1] ?? [];
  return view.phase.type === 'over' && round === view.told.length ? [...told, view.phase.ended] : told;
}

/** The table at one beat of a round. */
export function sceneAt(round: Round, before: Standing, at: number): Scene | null {
  const all = beats(round);
  const beat = all[at];
  const revealed = round.find((event): event is DiveRevealed => event.type === 'revealed');
  if (!beat || !revealed) return null;
  const children = revealed.programs.some((program) => program.type === 'faces');
  const pawns = [...before.pawns];
  let chief = before.chief;
  const cards: DiveKind[] = [];
  const marks = revealed.programs.map((program) => levelsOf(program).map((): Mark => 'open'));
  const won = new Map<number, Who>();
  const bubbles = new Set(revealed.bubbles);
  let moves = new Map<Who, number>();
  let race: DiveLifted | null = null;
  let level = 0;

  const move = (who: Who, spaces: number) => {
    moves.set(who, spaces);
    if (who === 'chief') chief = (chief ?? 0) + spaces;
    else pawns[who] = (pawns[who] ?? 0) + spaces;
  };

  for (const each of all.slice(0, at + 1)) {
    moves = new Map();
    race = null;
    switch (each.type) {
      case 'reveal':
        break;
      case 'lift':
        level = each.event.level;
        cards.push(each.event.kind);
        break;
      case 'judge':
        judge(marks, each.event, children);
        break;
      case 'help':
        race = each.event;
        if (each.event.helped !== null) {
          won.set(each.event.level, each.event.helped);
          move(each.event.helped, each.event.spaces);
        }
        for (const covered of each.event.bubbles) bubbles.add(covered);
        break;
      case 'dolphins':
        level = 0;
        move(each.event.seat, each.event.spaces);
        break;
      case 'rest':
        level = 0;
        each.event.spaces.forEach((spaces, seat) => move(seat, spaces));
        if (each.event.chief !== null) move('chief', each.event.chief_spaces);
        break;
      case 'end':
        break;
    }
  }
  return { pawns, chief, beat, revealed, cards, level, marks, race, won, bubbles, moves, before };
}

/** Where everyone stood at the start and after each round, for the chart of the race. */
export function race(view: DiveView): Standing[] {
  return [1, ...view.told.map((_, index) => index + 2)].map((round) => standingBefore(view, round));
}

export interface ShownLevel {
  readonly tokens: readonly number[];
  readonly shark: boolean;
  readonly speed: number | null;
  readonly clownfish: boolean;
  readonly anglerfish: boolean;
}

/** A program level by level, as it lies on the board. */
export function levelsOf(program: DiveProgram | DiveFaces): ShownLevel[] {
  if (program.type === 'faces') {
    return program.faces.map((face) => ({
      tokens: [],
      shark: face === 'shark',
      speed: null,
      clownfish: false,
      anglerfish: false,
    }));
  }
  const levels: ShownLevel[] = program.levels.map((level, depth) => {
    const tokens = [...level.plain, ...level.shark];
    const clownfish = program.clownfish === depth + 1;
    return {
      tokens,
      shark: level.shark.length > 0,
      speed: tokens.reduce((sum, token) => sum + token, 0) + (clownfish ? 3 : 0),
      clownfish,
      anglerfish: false,
    };
  });
  if (program.anglerfish) {
    levels.push({
      tokens: [],
      shark: program.anglerfish === 'shark',
      speed: null,
      clownfish: false,
      anglerfish: true,
    });
  }
  return levels;
}

function judge(marks: Mark[][], event: DiveLifted, children: boolean): void {
  const depth = event.level - 1;
  for (const seat of event.right) set(marks, seat, depth, 'right');
  for (const seat of event.wrong) {
    const levels = marks[seat] ?? [];
    if (!children) for (let deeper = depth + 1; deeper < levels.length; deeper += 1) levels[deeper] = 'off';
    if (event.lost_all.includes(seat)) for (let above = 0; above < depth; above += 1) levels[above] = 'off';
    set(marks, seat, depth, 'wrong');
  }
}

function set(marks: Mark[][], seat: number, depth: number, mark: Mark): void {
  const levels = marks[seat];
  if (levels && depth < levels.length) levels[depth] = mark;
}
