/** A table that is played at: what happens comes over a line, and what someone does goes over it. */

import { DiceShare } from '../wire/dice';
import { Line, type Ear, type LineState } from '../wire/line.svelte';
import type { FromServer, GameAction, GameMenu, GameView, Lobby, Refusal } from '../wire/protocol';
import { Table, type Asking } from './table.svelte';
import { ToldStory } from './told.svelte';

/** Whether an action that came too late can still be played: only its game knows. */
export type StillPossible = (action: GameAction, view: GameView, menu: GameMenu) => boolean;

export class LiveTable extends Table implements Ear {
  /** Whether someone said that they are ready before the table was there. */
  private eager = false;
  private readonly dice: DiceShare;
  private readonly wire: Line;

  constructor(
    id: string,
    private readonly possible: StillPossible,
  ) {
    super(id);
    this.dice = new DiceShare(id);
    this.wire = new Line(id, this);
  }

  protected override story(): ToldStory {
    return new ToldStory((message) => this.wire.ask(message));
  }

  override get line(): LineState {
    return this.wire.state;
  }

  override get soon(): boolean {
    return this.wire.soon;
  }

  open(): void {
    this.wire.open();
  }

  override retry(): void {
    this.wire.retry();
  }

  close(): void {
    this.wire.close();
  }

  /** Come again as someone else: a seat was taken since. */
  reopen(): void {
    this.wire.reopen();
    this.told.again();
  }

  override act(action: GameAction): void {
    this.refusal = null;
    this.acted = true;
    this.wire.act(action);
  }

  override draft(action: GameAction): void {
    this.draftAnswered = false;
    this.wire.draft(action);
  }

  /** Ready to play, with a new share in the dice. */
  override ready(): void {
    // Whoever is quicker than the line is ready as soon as it is up.
    this.eager = !this.lobby;
    if (!this.lobby) return;
    this.refusal = null;
    this.diceFailed = null;
    const { commitment } = this.lobby;
    this.wire.ask({ type: 'ready', hash: this.dice.promise(commitment), commitment });
  }

  override ask(message: Asking): void {
    this.refusal = null;
    this.wire.ask(message);
  }

  override shown(): void {
    this.wire.shown();
  }

  override point(torch: { readonly x: number; readonly y: number } | null): void {
    if (this.line !== 'open') return;
    // What is not said now is of no use later.
    this.wire.say({ type: 'torch', across: torch?.x ?? 0, down: torch?.y ?? 0, on: torch !== null });
  }

  override ripple(round: number, at: { readonly x: number; readonly y: number }): void {
    if (this.line === 'open') this.wire.say({ type: 'ripple', round, across: at.x, down: at.y });
  }

  override hear(message: FromServer): void {
    if (message.type === 'dice-failed') this.dice.drop();
    if ((message.type === 'position' || message.type === 'happened') && !this.view) this.dice.drop();
    const lasted = this.result === null;
    super.hear(message);
    // Who comes in now has nothing of it shown.
    if (message.type === 'position') this.wire.shown();
    // Now nothing is left out any more.
    if (message.type === 'happened' && message.result && lasted) this.told.again();
    if (message.type === 'lobby') this.told.retry();
    if (message.type === 'lobby' && (this.eager || isAlone(message.lobby))) this.ready();
    if (message.type === 'reveal-now') {
      const entropy = this.dice.reveal(message.commitment, message.hashes[this.lobby?.you ?? -1] ?? null);
      if (entropy !== null) this.wire.say({ type: 'reveal', entropy });
    }
  }

  refused(refusal: Refusal): void {
    // Someone pointed at a picture that is gone by now: that is no news to anyone.
    if (refusal.code === 'no-look') return;
    if (refusal.code === 'no-spectators') {
      this.banned = refusal;
      this.close();
    } else {
      this.refusal = refusal;
    }
  }

  waits(waiting: boolean): void {
    this.waiting = waiting;
  }

  stillPossible(action: GameAction): boolean {
    return this.view !== null && this.menu !== null && this.possible(action, this.view, this.menu);
  }
}

/** Whether nobody else has to be ready: then the one person here is, without being asked. */
function isAlone({ phase, seats, you }: Lobby): boolean {
  const me = seats[you ?? -1];
  if (phase !== 'lobby' || me?.type !== 'person' || me.ready) return false;
  return seats.every((seat) => seat === me || seat.type === 'bot');
}
