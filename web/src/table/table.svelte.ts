/**
 * One table as this browser knows it: who sits there, and the last view with its menu. This one has no line to a
 * server: replays and lessons tell it what happens. A table that is played at is a `LiveTable`.
 */

import { remember } from '../device/preferences.svelte';
import type { AnyGame, HappenedIn, SaidAt } from '../wire/games';
import type { LineState } from '../wire/line.svelte';
import type {
  Act,
  ClocksNow,
  DiceFailed,
  Draft,
  FromClient,
  Hello,
  Lobby,
  Refusal,
  Result,
  Shown,
  Spoken,
  Ripple,
  RippleOf,
  TakenBack,
  Torch,
  TorchOf,
} from '../wire/protocol';
import { ToldStory } from './told.svelte';

/** Told of what happens. Written as a method, so that a table of one game can be used wherever any table can. */
export type Listener<G extends AnyGame = AnyGame> = {
  tell(events: readonly G['event'][], before: G['view'] | null, after: G['view'], number: number): void;
}['tell'];

/** What can be asked for around a table. */
export type Asking = Exclude<FromClient, Hello | Act | Draft | Torch | Ripple | Shown>;

/** Milliseconds for which a ripple is seen. */
const A_RIPPLE = 2000;

/** What a lesson points at: a move, piece by piece, or the level that the last mistake was about. */
export interface Pointed<G extends AnyGame = AnyGame> {
  readonly shows: G['action'] | null;
  readonly level: number | null;
}

export class Table<G extends AnyGame = AnyGame> {
  lobby = $state.raw<Lobby | null>(null);
  view = $state.raw<G['view'] | null>(null);
  menu = $state.raw<G['menu'] | null>(null);
  /** The entry of the log that led here. */
  number = 0;
  result = $state.raw<Result | null>(null);
  /** When the clock decides for whoever is missing, on the clock of `performance.now()`. */
  deadline = $state<number | null>(null);
  /** Why the last action was not played. */
  refusal = $state.raw<Refusal | null>(null);
  /** What the server says of the newest draft: null when it could be played as it lies. */
  checked = $state.raw<Refusal | null>(null);
  /** Whether the newest draft has been answered. */
  draftAnswered = $state(false);
  /** What was said at the table, the oldest first. */
  talk = $state.raw<readonly Spoken[]>([]);
  /** The clocks by seat as they stood at a moment of `performance.now()`; null at a table without any. */
  clocks = $state.raw<{ readonly seats: ClocksNow['seats']; readonly at: number } | null>(null);
  /** Where the others hold their torches, by seat. */
  torches = $state.raw<{ readonly [seat: number]: TorchOf }>({});
  /** Where someone points just now. */
  ripples = $state.raw<readonly RippleOf[]>([]);
  /** The invite that the host was told last; null until it is renewed. */
  invite = $state<string | null>(null);
  /** The bot that gave no answer last: the rules have decided for it. */
  failedBot = $state.raw<{ readonly seat: number } | null>(null);
  /** Why this browser may not see the table any more. */
  banned = $state.raw<Refusal | null>(null);
  /** Why the table did not start: who was silent, or revealed something that they had not announced. */
  diceFailed = $state.raw<DiceFailed | null>(null);
  /** The round whose pictures can be fetched, anew whenever this changes; null while they are being drawn. */
  look = $state.raw<{ readonly round: number } | null>(null);
  /** The reader's own last decision, if it could be taken back. */
  canTakeBack = $state<number | null>(null);
  /** What the last entry took back, if that is what it did. */
  takenBack = $state.raw<TakenBack | null>(null);
  /** Whether somebody here has decided something since the last entry. */
  acted = false;
  waiting = $state(false);
  /** Whether what happened last is still being told: a dive turns up card by card. */
  telling = $state(false);
  /** How often the table has jumped to another moment of its game; only replays do. */
  jumps = $state(0);
  /** Everything that this reader was told of the game, from its beginning. */
  readonly told: ToldStory<G>;
  /** Whether this is a game of the past. */
  replayed = false;
  /** Whether nobody else is there, in a replay or a lesson: no talk, no dice to check, no next game. */
  alone = false;
  /** What is pointed at here; only lessons do. */
  pointed = $state.raw<Pointed<G>>({ shows: null, level: null });
  /** Where on the server it is. */
  address: string;

  private listeners: readonly Listener<G>[] = [];
  private before: readonly HappenedIn<G>[] = [];

  constructor(readonly id: string) {
    this.told = this.story();
    this.address = `/api/tables/${id}`;
  }

  /** Everything that led to the moment it jumped to, that moment included; only in replays and lessons. */
  get past(): readonly HappenedIn<G>[] {
    return this.before;
  }

  set past(frames: readonly HappenedIn<G>[]) {
    this.before = frames;
    this.told.begin(frames, this.replayed);
  }

  /** Where its story comes from: here, from what it is told. */
  protected story(): ToldStory<G> {
    return new ToldStory();
  }

  get line(): LineState {
    return 'open';
  }

  /** Whether the server has said that it will be back in a moment. */
  get soon(): boolean {
    return false;
  }

  /** Be told of everything that happens from now on. Returns how to stop it. */
  listen(listener: Listener<G>): () => void {
    this.listeners = [...this.listeners, listener];
    return () => {
      this.listeners = this.listeners.filter((each) => each !== listener);
    };
  }

  act(_action: G['action']): void {}

  /** Have the server look at an action that is not played yet. */
  draft(_action: G['action']): void {}

  /** Ask for something around the table. The answer is a new lobby or something said, or else a refusal. */
  ask(_message: Asking): void {}

  /** Take back one's last decision, or ask the others whether one may. */
  takeBack(): void {
    // An entry is taken back once: however often this is said, it is the same request.
    const number = this.canTakeBack;
    if (number !== null) this.ask({ type: 'take-back', id: `back-${number}`, number });
  }

  /** Ready to play. */
  ready(): void {}

  unready(): void {
    this.ask({ type: 'unready' });
  }

  /** Start without the open seats. */
  start(): void {
    this.ask({ type: 'start' });
  }

  /** Everything that happened has been shown: whoever sits here goes on. */
  shown(): void {}

  /** Show the others where one's torch is held, or that it is out. */
  point(_torch: { readonly x: number; readonly y: number } | null): void {}

  /** Point at a place of a round's picture, for everyone to see. */
  ripple(_round: number, _at: { readonly x: number; readonly y: number }): void {}

  /** Try to reach the server again at once. */
  retry(): void {}

  hear(message: SaidAt<G>): void {
    switch (message.type) {
      case 'lobby':
        this.lobby = message.lobby;
        break;
      case 'talk':
        this.talk = message.lines;
        break;
      case 'said':
        this.talk = [...this.talk, message.line];
        break;
      case 'invite':
        remember(`invite.${this.id}`, message.invite);
        remember(`invite-code.${this.id}`, message.code);
        this.invite = message.invite;
        break;
      case 'clocks':
        this.clocks = { seats: message.seats, at: performance.now() };
        break;
      case 'time-left':
        this.deadline = message.left === null ? null : performance.now() + message.left * 1000;
        break;
      case 'ripple-of':
        this.ripples = [...this.ripples, message];
        setTimeout(() => {
          this.ripples = this.ripples.filter((ripple) => ripple !== message);
        }, A_RIPPLE);
        break;
      case 'torch-of':
        this.torches = { ...this.torches, [message.seat]: message };
        break;
      case 'bot-failed':
        this.failedBot = { seat: message.seat };
        break;
      case 'dice-failed':
        this.diceFailed = message;
        break;
      case 'position':
      case 'happened': {
        const before = this.view;
        this.view = message.view;
        this.number = message.number;
        this.menu = message.menu;
        this.result = message.result;
        this.canTakeBack = message.can_take_back;
        this.takenBack = message.type === 'happened' ? message.taken_back : null;
        this.deadline = message.left === null ? null : performance.now() + message.left * 1000;
        if (message.type === 'happened') {
          this.told.hear(message.number, message.story ?? message.events, message.taken_back);
          for (const listener of this.listeners) {
            listener(message.events, before, message.view, message.number);
          }
          this.acted = false;
        } else {
          this.told.reach(message.number);
        }
        break;
      }
      case 'story':
        this.told.page(message);
        break;
      case 'checked':
        this.checked = message.refusal;
        this.draftAnswered = true;
        break;
      case 'look-ready':
        this.look = { round: message.round };
        break;
    }
  }
}
