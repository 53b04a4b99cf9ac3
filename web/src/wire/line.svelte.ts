/**
 * The line to a table. It heals itself: after a break it says the last number that it heard, gets what it missed,
 * and sends again, under the same id, whatever had not been confirmed, so nothing is played twice.
 */

import type { FromClient, FromServer, GameAction, Refusal } from './protocol';

export type LineState = 'connecting' | 'open' | 'broken';

/** Who listens at this end. */
export interface Ear {
  /** What the server says, but for its answers to actions. */
  hear(message: FromServer): void;
  /** Something that was sent is refused. */
  refused(refusal: Refusal): void;
  /** Whether an action has not been answered yet. */
  waits(waiting: boolean): void;
  /** Whether an action that came too late could still be played as things stand now. */
  stillPossible(action: GameAction): boolean;
}

interface Sent {
  readonly id: string;
  readonly action: GameAction;
  readonly number: number;
  readonly sign: string;
  readonly tries: number;
}

const PATIENCE = [500, 1000, 2000, 4000, 8000];
const MOST_TRIES = 5;

/** The server stops or starts anew and will be back in a moment. */
const BACK_SOON = 1012;
/** The server has closed a window in which nothing was done for hours. */
const IDLE = 4408;

export class Line {
  state = $state<LineState>('connecting');
  /** Whether the server has said that it will be back in a moment. */
  soon = $state(false);

  /** The last number that was heard. */
  private number: number | null = null;
  /** The server's signature under that number: shown again, it proves what the server has told. */
  private sign = '';
  private socket: WebSocket | null = null;
  private unconfirmed: Sent[] = [];
  /** What was asked while the line was down; said as soon as it is up again. */
  private unsaid: FromClient[] = [];
  private draftId = '';
  private failures = 0;
  private timer = 0;
  private closed = false;
  private readonly self = Math.random().toString(36).slice(2, 10) + Date.now().toString(36);
  private count = 0;

  constructor(
    private readonly table: string,
    private readonly ear: Ear,
  ) {}

  open(): void {
    if (this.closed || this.socket) return;
    clearTimeout(this.timer);
    this.state = this.failures ? 'broken' : 'connecting';
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.socket = socket;
    socket.onopen = () => this.say({ type: 'hello', after: this.number, sign: this.sign, shows: true });
    socket.onmessage = (message) => this.receive(JSON.parse(String(message.data)) as FromServer);
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

  act(action: GameAction): void {
    this.send({ id: this.newId(), action, ...this.seen(), tries: 1 });
  }

  /** Have an action looked at that is not played yet. Only the newest one is answered. */
  draft(action: GameAction): void {
    this.draftId = this.newId();
    this.say({ type: 'draft', id: this.draftId, number: this.number ?? 0, action });
  }

  /** Say that everything heard so far has been shown. */
  shown(): void {
    if (this.number !== null) this.say({ type: 'shown', number: this.number });
  }

  /** Say something, now or as soon as the line is up. */
  ask(message: FromClient): void {
    if (this.state === 'open') this.say(message);
    else this.unsaid.push(message);
  }

  /** Say something now or never. */
  say(message: FromClient): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private newId(): string {
    this.count += 1;
    return `${this.self}-${this.count}`;
  }

  private send(sent: Sent): void {
    this.unconfirmed.push(sent);
    this.ear.waits(true);
    this.repeat(sent);
  }

  /** Say it, once more if the line was down meanwhile. */
  private repeat({ id, number, action, sign }: Sent): void {
    this.say({ type: 'act', id, number, action, sign });
  }

  /** The position that a decision is made in. */
  private seen(): { readonly number: number; readonly sign: string } {
    return { number: this.number ?? 0, sign: this.sign };
  }

  private receive(message: FromServer): void {
    switch (message.type) {
      case 'done':
        this.confirm(message.id);
        return;
      case 'refused':
        this.refused(message.id, message.refusal);
        return;
      case 'checked':
        if (message.id === this.draftId) this.ear.hear(message);
        return;
      case 'position':
      case 'happened':
        this.number = message.number;
        this.sign = message.sign;
        this.up();
        break;
      case 'lobby':
        this.up();
    }
    this.ear.hear(message);
  }

  private up(): void {
    if (this.state === 'open') return;
    this.failures = 0;
    this.state = 'open';
    for (const sent of this.unconfirmed) this.repeat(sent);
    for (const message of this.unsaid.splice(0)) this.say(message);
  }

  private confirm(id: string): void {
    this.unconfirmed = this.unconfirmed.filter((sent) => sent.id !== id);
    this.ear.waits(this.unconfirmed.length > 0);
  }

  private refused(id: string | null, refusal: Refusal): void {
    // A draft for a decision that has been made meanwhile is of no use to anyone.
    if (id !== null && id === this.draftId && refusal.code === 'stale') return;
    const sent = this.unconfirmed.find((each) => each.id === id);
    if (id !== null) this.confirm(id);
    if (sent && refusal.code === 'stale' && sent.tries < MOST_TRIES && this.ear.stillPossible(sent.action)) {
      // Someone else got ready in the meantime, which changes nothing about this decision.
      this.send({ ...sent, id: this.newId(), ...this.seen(), tries: sent.tries + 1 });
      return;
    }
    if (refusal.code !== 'hello-first') this.ear.refused(refusal);
  }

  private broke(socket: WebSocket, code: number): void {
    if (this.socket !== socket) return;
    this.socket = null;
    if (this.closed) return;
    this.state = 'broken';
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
