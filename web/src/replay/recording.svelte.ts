/** A game being told again: where in it we are, from whose eyes, and how fast it goes on by itself. */

import { api } from '../wire/api';
import type { GamePage } from '../guests/guest';
import type { Replay } from '../wire/protocol';
import { ReplayedTable } from './replayed.svelte';
import { whole, type WholeReplay } from './whole';

/** A seat's eyes, those of someone who watches, or everything open. */
export type Eyes = number | 'watching' | 'all';

export type Speed = 'calm' | 'brisk' | 'fast';

/** Calm tells everything that happens; the others only show where it led to, after so many milliseconds. */
const PAUSES: { readonly [speed in Speed]: number } = { calm: 1400, brisk: 900, fast: 250 };

export class Recording {
  at = $state(0);
  playing = $state(false);
  speed = $state<Speed>('calm');
  eyes = $state<Eyes>('watching');
  /** What each seat could see besides, while everything is open. */
  seats = $state.raw<readonly WholeReplay[]>([]);
  replay = $state.raw<WholeReplay>() as WholeReplay;
  table = $state.raw<ReplayedTable>() as ReplayedTable;
  /** The entries at which something happened, the first and the last among them: one step leads to the next. */
  stops = $state.raw<readonly number[]>([0]);

  private timer = 0;

  constructor(
    replay: Replay,
    readonly page: GamePage,
    at: number,
  ) {
    this.begin(whole(replay), at);
  }

  /** The name of the game. */
  get game(): string {
    return gameOf(this.replay);
  }

  get last(): number {
    return this.replay.frames.length - 1;
  }

  /** Look from other eyes, at the same moment. */
  async look(eyes: Eyes): Promise<void> {
    this.pause();
    const { id, players } = this.replay;
    const seats = eyes === 'all' ? await Promise.all(players.map((_, seat) => api.replay(id, seat))) : [];
    const replay = await api.replay(id, typeof eyes === 'number' ? eyes : null);
    this.seats = seats.map(whole);
    this.eyes = eyes;
    this.begin(whole(replay), this.at);
  }

  /** The number of the stop that is shown, or was passed last. */
  get step(): number {
    return this.stops.filter((stop) => stop <= this.at).length - 1;
  }

  /** Show what happens next; what is still being told is cut short first. */
  next(): void {
    if (this.table.telling) this.jump(this.at);
    else {
      const stop = this.after();
      while (this.at < stop) {
        this.at += 1;
        this.table.tell(this.at);
      }
    }
  }

  back(): void {
    this.jump(this.stops.filter((stop) => stop < this.at).at(-1) ?? 0);
  }

  toStep(step: number): void {
    this.jump(this.stops[step] ?? this.at);
  }

  jump(at: number): void {
    this.at = Math.max(0, Math.min(at, this.last));
    this.table.jump(this.at);
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.at === this.last) this.jump(0);
    this.playing = true;
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** Go on after a moment, if it plays by itself and nothing is being told. Called whenever that changes. */
  goOn(): void {
    clearTimeout(this.timer);
    if (!this.playing) return;
    if (this.at === this.last) {
      if (!this.table.telling) this.playing = false;
      return;
    }
    if (this.speed === 'calm' && this.table.telling) return;
    this.timer = window.setTimeout(() => {
      if (this.speed === 'calm') this.next();
      else this.jump(this.after());
    }, PAUSES[this.speed]);
  }

  private after(): number {
    return this.stops.find((stop) => stop > this.at) ?? this.last;
  }

  private begin(replay: WholeReplay, at: number): void {
    this.replay = replay;
    const { quiet } = this.page.replay;
    this.stops = replay.frames.flatMap(({ events }, number) =>
      number > 0 && number < replay.frames.length - 1 && quiet(events) ? [] : [number],
    );
    this.at = Math.max(0, Math.min(at, replay.frames.length - 1));
    this.table = new ReplayedTable(replay, this.page, this.at);
  }
}

/** The name of the game that was played. */
export function gameOf(replay: Replay): string {
  return replay.frames[0]?.view.game ?? '';
}
