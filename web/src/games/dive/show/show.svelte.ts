/** A dive being shown: beat after beat by itself, at one's own pace, or at once when someone asks. */

import { preferences } from '../../../device/preferences.svelte';
import {
  beats,
  roundOf,
  sceneAt,
  standingBefore,
  type Beat,
  type Round,
  type Scene,
  type Standing,
} from '../words/round';
import type { DiveView } from '../../../wire/protocol';
import type { Reel } from './reel';

/** How long a beat is shown at a calm pace, in milliseconds. */
const CALM: { readonly [beat in Beat['type']]: number } = {
  reveal: 1200,
  lift: 1300,
  judge: 1900,
  help: 2400,
  dolphins: 2400,
  rest: 3200,
  end: 0,
};

/** Before the next card lifts by itself, whoever sits there has so long to lift it. */
const LIFTS_ITSELF = 3000;

/** At a fast pace everything takes so much of its time. */
const FAST = 0.4;

/** How long the first card may wait for its picture. */
const PATIENCE = 2500;

export class Show {
  at = $state(0);
  /** How far the next card has been pulled up by hand, from 0 to 1. */
  pull = $state(0);
  /** The Rest, where it was leapt over on the way to the end of the game: it is still to be told. */
  leapt = $state.raw<Scene | null>(null);
  readonly round: number;
  readonly events: Round;
  readonly before: Standing;
  readonly last: number;
  readonly scene: Scene | null = $derived.by(() => sceneAt(this.events, this.before, this.at));
  readonly ended = $derived.by(() => this.at >= this.last);
  /** The level that can be lifted now; null if something else comes first. */
  readonly liftable: number | null = $derived.by(() => {
    const next = this.beats[this.at + 1];
    return next?.type === 'lift' ? next.event.level : null;
  });
  /** The pictures, once they can be shown without delay; drawings do until then. */
  reel = $state.raw<Reel | null>(null);
  /** Whether the pictures are here, or will not come. */
  settled = $state(false);
  private readonly beats: readonly Beat[];
  private timer = 0;
  private begun = false;
  private stopped = false;
  private readonly patience: number;

  constructor(view: DiveView, round: number) {
    this.round = round;
    this.events = roundOf(view, round);
    this.before = standingBefore(view, round);
    this.beats = beats(this.events);
    this.last = this.beats.length - 1;
    this.patience = window.setTimeout(() => this.go(null), PATIENCE);
  }

  /** How many cards were lifted. */
  get cards(): number {
    return this.events.filter((event) => event.type === 'lifted').length;
  }

  /** The pictures are here, or will not come. The first card waits for them, but not for long. */
  go(reel: Reel | null): void {
    if (this.stopped) return reel?.close();
    if (reel) this.reel = reel;
    clearTimeout(this.patience);
    if (this.settled) return;
    this.settled = true;
    if (this.begun) this.play();
  }

  play(): void {
    clearTimeout(this.timer);
    this.begun = true;
    if (!this.settled && this.at === 0) return;
    const beat = this.beats[this.at];
    if (!beat || this.ended) return;
    const wait = CALM[beat.type] + (this.liftable === null ? 0 : LIFTS_ITSELF);
    this.timer = window.setTimeout(() => this.next(), wait * (preferences.pace === 'fast' ? FAST : 1));
  }

  /** While a card is being pulled up it does not lift by itself. */
  hold(pull: number): void {
    clearTimeout(this.timer);
    this.pull = pull;
  }

  next(): void {
    this.pull = 0;
    this.at = Math.min(this.at + 1, this.last);
    this.play();
  }

  /** Show how it ended, at once. */
  skip(): void {
    const rest = this.beats.findIndex(({ type }) => type === 'rest');
    if (this.at < rest && rest < this.last) this.leapt = sceneAt(this.events, this.before, rest);
    this.pull = 0;
    this.at = this.last;
    clearTimeout(this.timer);
    clearTimeout(this.patience);
  }

  again(): void {
    this.at = 0;
    this.leapt = null;
    this.play();
  }

  /** It is over: the pictures are let go of (D5.4). */
  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.patience);
    this.reel?.close();
    this.reel = null;
  }
}
