/**
 * What lies on a diver's board while its diver is still thinking.
 *
 * A level has one face here, so a stack is turned as a whole; everything else that makes a program legal is for the
 * server to say.
 */

import type { DiveFace, DiveProgram } from '../../../wire/protocol';
import { other } from '../program/face';

export const TOKENS = [1, 2, 3, 4, 5] as const;
export const LEVELS = [1, 2, 3, 4, 5] as const;

export interface LevelDraft {
  readonly tokens: readonly number[];
  readonly face: DiveFace;
}

export interface BoardDraft {
  readonly levels: readonly LevelDraft[];
  readonly clownfish: number | null;
  readonly anglerfish: DiveFace | null;
}

const EMPTY_LEVEL: LevelDraft = { tokens: [], face: 'plain' };

export const EMPTY_BOARD: BoardDraft = {
  levels: LEVELS.map(() => EMPTY_LEVEL),
  clownfish: null,
  anglerfish: null,
};

/** The level, from 1, on which a token lies; null while it lies aside. */
export function levelOf(board: BoardDraft, token: number): number | null {
  const depth = board.levels.findIndex((level) => level.tokens.includes(token));
  return depth < 0 ? null : depth + 1;
}

/** The tokens that lie aside. */
export function aside(board: BoardDraft): number[] {
  return TOKENS.filter((token) => levelOf(board, token) === null);
}

/** The first level without a token; the deepest when all have one. */
export function firstFree(board: BoardDraft): number {
  const depth = board.levels.findIndex((level) => level.tokens.length === 0);
  return depth < 0 ? board.levels.length : depth + 1;
}

/** The board with the token on that level, wherever it lay before. It takes on the face of the level. */
export function placed(board: BoardDraft, token: number, level: number): BoardDraft {
  const levels = without(board, token).levels.map((each, depth) =>
    depth + 1 === level ? { ...each, tokens: [...each.tokens, token].sort((a, b) => a - b) } : each,
  );
  return { ...board, levels };
}

/** The board with the token aside. */
export function removed(board: BoardDraft, token: number): BoardDraft {
  return without(board, token);
}

/** The board with that level turned to its other face. */
export function turned(board: BoardDraft, level: number): BoardDraft {
  const levels = board.levels.map((each, depth) =>
    depth + 1 === level ? { ...each, face: other(each.face) } : each,
  );
  return { ...board, levels };
}

/** The board as someone says it: each of these levels with that face, and a token, the smallest aside, where none lies. */
export function asSaid(
  board: BoardDraft,
  said: readonly { readonly level: number; readonly face: DiveFace }[],
): BoardDraft {
  return said.reduce((before, { level, face }) => {
    const there = before.levels[level - 1];
    // The sixth level is the anglerfish's, and has no tokens.
    if (!there) return { ...before, anglerfish: face };
    const faced = there.face === face ? before : turned(before, level);
    const [token] = aside(faced);
    return there.tokens.length > 0 || token === undefined ? faced : placed(faced, token, level);
  }, board);
}

/** The sum of the tokens on a level, and 3 for the clownfish under it. Shown only; the server counts for itself. */
export function speedOf(board: BoardDraft, level: number): number {
  const tokens = board.levels[level - 1]?.tokens ?? [];
  return tokens.reduce((sum, token) => sum + token, 0) + (board.clownfish === level ? 3 : 0);
}

export function isEmpty(board: BoardDraft): boolean {
  return board.levels.every((level) => level.tokens.length === 0);
}

/** The board as it is sent. */
export function asProgram(board: BoardDraft): DiveProgram {
  let depth = board.levels.length;
  while (depth > 0 && board.levels[depth - 1]?.tokens.length === 0) depth -= 1;
  return {
    type: 'program',
    levels: board.levels
      .slice(0, depth)
      .map(({ tokens, face }) =>
        face === 'shark' ? { plain: [], shark: tokens } : { plain: tokens, shark: [] },
      ),
    clownfish: board.clownfish,
    anglerfish: board.anglerfish,
  };
}

/** A program laid out on a board again. */
export function asBoard(program: DiveProgram): BoardDraft {
  return {
    levels: LEVELS.map((_, depth) => {
      const level = program.levels[depth];
      if (!level) return EMPTY_LEVEL;
      return {
        tokens: [...level.plain, ...level.shark],
        face: level.shark.length > 0 ? 'shark' : 'plain',
      };
    }),
    clownfish: program.clownfish,
    anglerfish: program.anglerfish,
  };
}

function without(board: BoardDraft, token: number): BoardDraft {
  const levels = board.levels.map((level) => {
    if (!level.tokens.includes(token)) return level;
    const tokens = level.tokens.filter((each) => each !== token);
    return tokens.length ? { ...level, tokens } : EMPTY_LEVEL;
  });
  return { ...board, levels };
}
