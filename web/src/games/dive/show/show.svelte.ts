/** A dive being shown: beat after beat by itself, faster or at once when someone asks. */

import {
  beats,
  sceneAt,
  standingBefore,
  type Beat,
  type Round,
  type Scene,
  type Standing,
} from '../words/round';
import type { DiveView } from '../../../wire/protocol';

const PACE: { readonly [beat in Beat['type']]: number } = {
  reveal: 1700,
  lift: 1100,
  judge: 1200,
  help: 1700,
  dolphins: 1700,
  rest: 0,
};

/** How long the first card may wait for its picture. */
const PATIENCE = 2500;

export class Show {
  at = $state(0);
  readonly round: number;
  readonly events: Round;
  readonly before: Standing;
  readonly last: number;
  readonly scene: Scene | null = $derived.by(() => sceneAt(this.events, this.before, this.at));
  readonly ended = $derived.by(() => this.at >= this.last);
  /** The lifted cards as they are, once their pictures can be shown without delay; drawings do until then. */
  films = $state.raw<readonly string[]>([]);
  private timer = 0;
  private waiting = true;
  private begun = false;
  private readonly patience: number;

  constructor(view: DiveView, round: number) {
    this.round = round;
    this.events = view.told[round - 1] ?? [];
    this.before = standingBefore(view, round);
    this.last = beats(this.events).length - 1;
    this.patience = window.setTimeout(() => this.go(), PATIENCE);
  }

  /** The pictures are here, or will not come. The first card waits for them, but not for long. */
  go(films: readonly string[] = []): void {
    if (films.length) this.films = films;
    clearTimeout(this.patience);
    if (!this.waiting) return;
    this.waiting = false;
    if (this.begun) this.play();
  }

  play(): void {
    clearTimeout(this.timer);
    this.begun = true;
    if (this.waiting && this.at === 0) return;
    const beat = beats(this.events)[this.at];
    if (!beat || this.at >= this.last) return;
    this.timer = window.setTimeout(() => this.next(), PACE[beat.type]);
  }

  next(): void {
    this.at = Math.min(this.at + 1, this.last);
    this.play();
  }

  /** Show how it ended, at once. */
  skip(): void {
    this.at = this.last;
    this.stop();
  }

  again(): void {
    this.at = 0;
    this.play();
  }

  stop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.patience);
  }
}
