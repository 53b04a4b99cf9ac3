/**
 * A diver planning: the board as it lies, the token in hand, and what tapping, keys and dragging do to them.
 *
 * Whatever is asked is laid. Whether it can be dived is for the server to say.
 */

import { announcer } from '../../../device/announcer.svelte';
import { m } from '../../../paraglide/messages.js';
import {
  asProgram,
  asSaid,
  EMPTY_BOARD,
  firstFree,
  isEmpty,
  levelOf,
  LEVELS,
  placed,
  removed,
  speedOf,
  TOKENS,
  turned,
  type BoardDraft,
} from './draft';
import type { DiveFace, DiveProgram } from '../../../wire/protocol';

/** What can be taken in hand: a token, or the clownfish's tile. */
export type Piece = number | 'clownfish';

export class Planning {
  board = $state.raw<BoardDraft>(EMPTY_BOARD);
  /** What is in hand. */
  chosen = $state<Piece | null>(null);
  readonly program: DiveProgram = $derived.by(() => asProgram(this.board));
  readonly empty: boolean = $derived.by(() => isEmpty(this.board));
  /** Whether something is in hand that lies on no level yet. */
  readonly laying: boolean = $derived.by(
    () => this.chosen === 'clownfish' || (this.chosen !== null && levelOf(this.board, this.chosen) === null),
  );

  constructor(
    board: BoardDraft | null,
    private readonly changed: (board: BoardDraft) => void,
  ) {
    if (board) this.board = board;
  }

  /** A tap on a piece: take it in hand or let go of it, lay what is in hand beside it, or take it off its level. */
  tapPiece(piece: Piece): void {
    const under = piece === 'clownfish' ? null : levelOf(this.board, piece);
    if (this.chosen !== null && this.chosen !== piece && under !== null) {
      this.lay(this.chosen, under);
      this.chosen = null;
    } else if (under !== null) {
      this.takeOff(piece);
      this.chosen = null;
    } else {
      this.chosen = this.chosen === piece ? null : piece;
    }
  }

  /** Everything off the board. */
  clear(): void {
    this.chosen = null;
    this.change(EMPTY_BOARD);
    announcer.say(m.said_cleared());
  }

  /** Lay what was said of these levels. */
  follow(said: readonly { readonly level: number; readonly face: DiveFace }[]): void {
    this.chosen = null;
    this.change(asSaid(this.board, said));
  }

  /** The whole board laid at once, as someone advised. */
  layOut(board: BoardDraft): void {
    this.chosen = null;
    this.change(board);
    announcer.say(m.advice_laid());
  }

  /** A tap on a level: lay what is in hand there, or turn it. */
  tapLevel(level: number): void {
    if (this.chosen !== null) {
      this.lay(this.chosen, level);
      this.chosen = null;
    } else if (this.board.levels[level - 1]?.tokens.length) {
      this.turn(level);
    }
  }

  lay(piece: Piece, level: number): void {
    if (piece === 'clownfish') {
      this.change({ ...this.board, clownfish: level });
      announcer.say(m.board_clownfish_under({ level }));
    } else {
      this.change(placed(this.board, piece, level));
      announcer.say(m.said_placed({ token: piece, level, speed: speedOf(this.board, level) }));
    }
  }

  takeOff(piece: Piece): void {
    if (piece === 'clownfish') {
      this.change({ ...this.board, clownfish: null });
    } else {
      this.change(removed(this.board, piece));
      announcer.say(m.said_removed({ token: piece }));
    }
  }

  turn(level: number): void {
    this.change(turned(this.board, level));
    announcer.say(
      this.board.levels[level - 1]?.face === 'shark'
        ? m.board_expect_shark({ level })
        : m.board_expect_none({ level }),
    );
  }

  /** The sixth level: not used, no shark, shark, and round again. */
  turnSixth(): void {
    const next = { none: 'plain', plain: 'shark', shark: null } as const;
    this.change({ ...this.board, anglerfish: next[this.board.anglerfish ?? 'none'] });
  }

  /** A key: 1–5 choose, arrows move, S turns, Backspace takes off, Escape lets go. Says whether it meant anything. */
  key(key: string): boolean {
    const token = Number(key);
    if (TOKENS.some((each) => each === token)) {
      this.chosen = token;
      if (levelOf(this.board, token) === null) this.lay(token, firstFree(this.board));
      else announcer.say(m.said_chosen({ token }));
    } else if (key.toLowerCase() === 'c' && this.chosen !== 'clownfish') {
      this.chosen = 'clownfish';
    } else if (key.startsWith('Arrow') && this.chosen !== null) {
      this.move(this.chosen, key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1);
    } else if (key.toLowerCase() === 's') {
      const level = typeof this.chosen === 'number' ? levelOf(this.board, this.chosen) : null;
      if (level !== null) this.turn(level);
    } else if ((key === 'Backspace' || key === 'Delete') && this.chosen !== null) {
      this.takeOff(this.chosen);
      this.chosen = null;
    } else if (key === 'Escape') {
      this.chosen = null;
    } else {
      return false;
    }
    return true;
  }

  private move(piece: Piece, by: 1 | -1): void {
    const at = piece === 'clownfish' ? this.board.clownfish : levelOf(this.board, piece);
    const level = (at ?? 0) + by;
    if (LEVELS.some((each) => each === level)) this.lay(piece, level);
  }

  private change(board: BoardDraft): void {
    this.board = board;
    this.changed(board);
  }
}
