/**
 * One table as this browser knows it: who sits there, the last view with its menu, and the line to the server.
 *
 * The line heals itself. After a break it says the last number that it saw, gets what it missed, and sends again,
 * under the same id, whatever had not been confirmed, so nothing is played twice.
 */

import { DiceShare } from './dice';
import type {
  Act,
  ClocksNow,
  DiceFailed,
  Draft,
  FromClient,
  FromServer,
  GameAction,
  GameEvent,
  GameMenu,
  GameView,
  Happened,
  Hello,
  Lobby,
  Refusal,
  Result,
  Spoken,
  Torch,
  TorchOf,
} from './protocol';
import { remember } from './settings.svelte';

export type Line = 'connecting' | 'open' | 'broken';

interface Sent {
  readonly id: string;
  readonly action: GameAction;
  number: number;
  sign: string;
  tries: number;
}

export type Listener = (events: readonly GameEvent[], before: GameView | null, after: GameView) => void;

const PATIENCE = [500, 1000, 2000, 4000, 8000];
const MOST_TRIES = 5;

/** The server stops or starts anew and will be back in a moment. */
const BACK_SOON = 1012;
/** The server has closed a window in which nothing was done for hours. */
const IDLE = 4408;

export class Table {
  line = $state<Line>('connecting');
  /** Whether the server has said that it will be back in a moment. */
  soon = $state(false);
  lobby = $state.raw<Lobby | null>(null);
  view = $state.raw<GameView | null>(null);
  menu = $state.raw<GameMenu | null>(null);
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
  /** The bot that gave no answer last: the rules have decided for it. */
  failedBot = $state.raw<{ readonly seat: number } | null>(null);
  /** The invite that the host was told last; null until it is renewed. */
  invite = $state<string | null>(null);
  /** Why this browser may not see the table any more. */
  banned = $state.raw<Refusal | null>(null);
  /** Why the table did not start: who was silent, or revealed something that they had not announced. */
  diceFailed = $state.raw<DiceFailed | null>(null);
  /** The round whose pictures can be fetched, anew whenever this changes; null while they are being drawn. */
  look = $state.raw<{ readonly round: number } | null>(null);
  waiting = $state(false);
  /** Whether what happened last is still being told: a dive turns up card by card. */
  telling = $state(false);
  /** How often the table has jumped to another moment of its game; only replays do. */
  jumps = $state(0);
  /** Everything that led to the moment it jumped to, that moment included. */
  past: readonly Happened[] = [];
  /** Whether this is a game of the past. */
  replayed = false;
  /** Whether nobody else is there, in a replay or a lesson: no talk, no dice to check, no next game. */
  alone = false;
  /** Where on the server it is. */
  address: string;

  private number: number | null = null;
  /** The server's signature under that number: shown again, it proves what the server has told. */
  private sign = '';
  private socket: WebSocket | null = null;
  private unconfirmed: Sent[] = [];
  /** What was asked while the line was down; said as soon as it is up again. */
  private unsaid: FromClient[] = [];
  /** Whether someone said that they are ready before the table was there. */
  private eager = false;
  private draftId = '';
  private failures = 0;
  private timer = 0;
  private closed = false;
  private listeners: readonly Listener[] = [];
  private readonly self = Math.random().toString(36).slice(2, 10) + Date.now().toString(36);
  private count = 0;
  private readonly dice: DiceShare;

  constructor(readonly id: string) {
    this.dice = new DiceShare(id);
    this.address = `/api/tables/${id}`;
  }

  open(): void {
    if (this.closed || this.socket) return;
    clearTimeout(this.timer);
    this.line = this.failures ? 'broken' : 'connecting';
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket`);
    this.socket = socket;
    socket.onopen = () => this.say({ type: 'hello', after: this.number, sign: this.sign });
    socket.onmessage = (message) => this.hear(JSON.parse(String(message.data)) as FromServer);
    socket.onclose = (event) => this.broke(socket, event.code);
  }

  /** Try again at once instead of when patience runs out. */
  retry(): void {
    if (!this.socket) this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Say hello anew, as someone else: a seat was taken since. */
  reopen(): void {
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
    }
    this.number = null;
    this.sign = '';
    this.open();
  }

  /** Be told of everything that happens from now on. Returns how to stop it. */
  listen(listener: Listener): () => void {
    this.listeners = [...this.listeners, listener];
    return () => {
      this.listeners = this.listeners.filter((each) => each !== listener);
    };
  }

  act(action: GameAction): void {
    this.refusal = null;
    this.waiting = true;
    const sent = { id: this.newId(), action, number: this.number ?? 0, sign: this.sign, tries: 1 };
    this.unconfirmed.push(sent);
    this.say({ type: 'act', id: sent.id, number: sent.number, action, sign: sent.sign });
  }

  draft(action: GameAction): void {
    this.draftId = this.newId();
    this.draftAnswered = false;
    this.say({ type: 'draft', id: this.draftId, number: this.number ?? 0, action });
  }

  /** Ready to play, with a new share in the dice. */
  ready(): void {
    // Whoever is quicker than the line is ready as soon as it is up.
    this.eager = !this.lobby;
    if (!this.lobby) return;
    this.refusal = null;
    this.diceFailed = null;
    const { commitment } = this.lobby;
    this.sayOnceOpen({ type: 'ready', hash: this.dice.promise(commitment), commitment });
  }

  unready(): void {
    this.ask({ type: 'unready' });
  }

  /** Start without the open seats. */
  start(): void {
    this.ask({ type: 'start' });
  }

  /** Ask for something around the table. The answer is a new lobby or something said, or else a refusal. */
  ask(message: Exclude<FromClient, Hello | Act | Draft | Torch>): void {
    this.refusal = null;
    this.sayOnceOpen(message);
  }

  /** Show the others where one's torch is held, or that it is out. What is not said now is of no use later. */
  point(torch: { readonly x: number; readonly y: number } | null): void {
    if (this.line !== 'open') return;
    this.say({ type: 'torch', across: torch?.x ?? 0, down: torch?.y ?? 0, on: torch !== null });
  }

  private newId(): string {
    this.count += 1;
    return `${this.self}-${this.count}`;
  }

  private sayOnceOpen(message: FromClient): void {
    if (this.line === 'open') this.say(message);
    else this.unsaid.push(message);
  }

  private say(message: FromClient): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  protected hear(message: FromServer): void {
    switch (message.type) {
      case 'lobby':
        this.lobby = message.lobby;
        this.online();
        if (this.eager || isAlone(message.lobby)) this.ready();
        break;
      case 'invite':
        remember(`invite.${this.id}`, message.invite);
        remember(`invite-code.${this.id}`, message.code);
        this.invite = message.invite;
        break;
      case 'reveal-now': {
        const entropy = this.dice.reveal(message.commitment, message.hashes[this.lobby?.you ?? -1] ?? null);
        if (entropy !== null) this.say({ type: 'reveal', entropy });
        break;
      }
      case 'talk':
        this.talk = message.lines;
        break;
      case 'said':
        this.talk = [...this.talk, message.line];
        break;
      case 'clocks':
        this.clocks = { seats: message.seats, at: performance.now() };
        break;
      case 'torch-of':
        this.torches = { ...this.torches, [message.seat]: message };
        break;
      case 'bot-failed':
        this.failedBot = { seat: message.seat };
        break;
      case 'dice-failed':
        this.dice.drop();
        this.diceFailed = message;
        break;
      case 'position':
      case 'happened': {
        const before = this.view;
        if (!before) this.dice.drop();
        this.number = message.number;
        this.sign = message.sign;
        this.view = message.view;
        this.menu = message.menu;
        this.result = message.result;
        this.deadline = message.left === null ? null : performance.now() + message.left * 1000;
        this.online();
        if (message.type === 'happened') {
          for (const listener of this.listeners) listener(message.events, before, message.view);
        }
        break;
      }
      case 'done':
        this.confirm(message.id);
        break;
      case 'refused':
        this.refused(message.id, message.refusal);
        break;
      case 'checked':
        if (message.id === this.draftId) {
          this.checked = message.refusal;
          this.draftAnswered = true;
        }
        break;
      case 'look-ready':
        this.look = { round: message.round };
        break;
    }
  }

  private online(): void {
    if (this.line === 'open') return;
    this.failures = 0;
    this.line = 'open';
    for (const { id, number, action, sign } of this.unconfirmed)
      this.say({ type: 'act', id, number, action, sign });
    for (const message of this.unsaid.splice(0)) this.say(message);
  }

  private confirm(id: string): void {
    this.unconfirmed = this.unconfirmed.filter((sent) => sent.id !== id);
    this.waiting = this.unconfirmed.length > 0;
  }

  private refused(id: string | null, refusal: Refusal): void {
    // A draft for a decision that has been made meanwhile is of no use to anyone.
    if (id !== null && id === this.draftId && refusal.code === 'stale') return;
    if (refusal.code === 'no-spectators') {
      this.banned = refusal;
      this.close();
      return;
    }
    const sent = this.unconfirmed.find((each) => each.id === id);
    if (id !== null) this.confirm(id);
    if (sent && refusal.code === 'stale' && sent.tries < MOST_TRIES && this.stillPossible(sent.action)) {
      // Someone else got ready in the meantime, which changes nothing about this decision.
      const again = {
        ...sent,
        id: this.newId(),
        number: this.number ?? 0,
        sign: this.sign,
        tries: sent.tries + 1,
      };
      this.unconfirmed.push(again);
      this.waiting = true;
      const { id: name, number, action, sign } = again;
      this.say({ type: 'act', id: name, number, action, sign });
      return;
    }
    if (refusal.code !== 'hello-first') this.refusal = refusal;
  }

  private stillPossible(action: GameAction): boolean {
    switch (action.type) {
      case 'choose':
        return this.menu?.type === 'choosing';
      case 'faces':
        return this.menu?.type === 'faces';
      case 'withdraw':
        return this.menu?.type === 'ready' || this.menu?.type === 'listed';
      case 'play-crew':
        return this.menu?.type === 'playing';
      default:
        return this.menu?.type === 'programming';
    }
  }

  private broke(socket: WebSocket, code: number): void {
    if (this.socket !== socket) return;
    this.socket = null;
    if (this.closed) return;
    this.line = 'broken';
    // A server that stops says so once; until it is back every try just fails, and a moment has its end.
    const since = this.soon && this.failures > 0 && this.failures < PATIENCE.length;
    this.soon = code === BACK_SOON || since;
    if (code === IDLE) {
      // Nobody has looked at this window for hours: come back when someone does.
      for (const sign of ['pointerdown', 'keydown'])
        window.addEventListener(sign, () => this.retry(), { once: true });
      return;
    }
    const pause = PATIENCE[Math.min(this.failures, PATIENCE.length - 1)] ?? 1000;
    this.failures += 1;
    this.timer = window.setTimeout(() => this.open(), pause);
  }
}

/** Whether nobody else has to be ready: then the one person here is, without being asked. */
function isAlone({ phase, seats, you }: Lobby): boolean {
  const me = seats[you ?? -1];
  if (phase !== 'lobby' || me?.type !== 'person' || me.ready) return false;
  return seats.every((seat) => seat === me || seat.type === 'bot');
}
