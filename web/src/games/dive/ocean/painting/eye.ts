/**
 * Where someone looks from, and how it gets there: the eye follows its aim the way things move in water, and comes to
 * rest on the nearest whole view, because half-way between views the top card is a little soft.
 */

import type { Point } from './painter';

const FOLLOW = 0.18;
const STILL = 0.004;
const REST = 260;

export const CLOSEST = 4;

/** From here on more pixels are worth fetching. */
export const CLOSELY = 1.3;

/** Which way each arrow key goes. */
export const KEYS: { readonly [key: string]: readonly [number, number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export class Eye {
  across = 0;
  down = 0;
  zoom = 1;
  at: Point = { x: 0.5, y: 0.5 };

  private aim = { across: 0, down: 0 };
  private frame = 0;
  private rest = 0;
  /** Someone holds it: it does not come to rest by itself. */
  held = false;

  constructor(
    private readonly steps: () => number,
    private readonly calm: () => boolean,
    /** `now`: this is a frame already. */
    private readonly draw: (now?: boolean) => void,
  ) {}

  get aimed(): { readonly across: number; readonly down: number } {
    return this.aim;
  }

  /** Tilt towards this, each from -1 to 1. */
  tilt(across: number, down: number): void {
    this.aim = { across: clamp(across), down: clamp(down) };
    clearTimeout(this.rest);
    if (this.calm()) {
      this.across = this.aim.across;
      this.down = this.aim.down;
      this.draw();
    } else {
      this.follow();
    }
  }

  /** One view further. */
  step(across: number, down: number): void {
    const one = 2 / Math.max(1, this.steps() - 1);
    this.tilt(this.aim.across + across * one, this.aim.down + down * one);
  }

  /** Come closer by a factor, so that what is seen at `point` (from 0 to 1 of the frame) stays where it is. */
  closer(factor: number, point: Point = { x: 0.5, y: 0.5 }): void {
    const zoom = Math.max(1, Math.min(CLOSEST, this.zoom * factor));
    const here = this.seen(point);
    this.zoom = zoom;
    this.look({ x: here.x - (point.x - 0.5) / zoom, y: here.y - (point.y - 0.5) / zoom });
  }

  /** Look at this point of the picture, as far as its edges allow. */
  look(at: Point): void {
    const half = 0.5 / this.zoom;
    const within = (value: number) => Math.max(half, Math.min(1 - half, value));
    this.at = { x: within(at.x), y: within(at.y) };
    this.draw();
  }

  /** Which point of the picture is seen at a point of the frame. */
  seen(point: Point): Point {
    return { x: this.at.x + (point.x - 0.5) / this.zoom, y: this.at.y + (point.y - 0.5) / this.zoom };
  }

  /** Where in the frame a point of the picture is seen; outside 0 to 1 it is not. */
  shown(point: Point): Point {
    return { x: (point.x - this.at.x) * this.zoom + 0.5, y: (point.y - this.at.y) * this.zoom + 0.5 };
  }

  /** From straight above, the whole picture. */
  reset(): void {
    this.zoom = 1;
    this.at = { x: 0.5, y: 0.5 };
    this.tilt(0, 0);
    this.draw();
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
  }

  private follow(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const across = this.aim.across - this.across;
      const down = this.aim.down - this.down;
      if (Math.abs(across) + Math.abs(down) < STILL) {
        this.across = this.aim.across;
        this.down = this.aim.down;
        this.settle();
      } else {
        this.across += across * FOLLOW;
        this.down += down * FOLLOW;
        this.follow();
      }
      this.draw(true);
    });
  }

  private settle(): void {
    clearTimeout(this.rest);
    if (this.held) return;
    this.rest = window.setTimeout(() => {
      const half = Math.max(1, this.steps() - 1) / 2;
      const near = (value: number) => Math.round((value + 1) * half) / half - 1;
      const [across, down] = [near(this.aim.across), near(this.aim.down)];
      if (!this.held && (across !== this.aim.across || down !== this.aim.down)) this.tilt(across, down);
    }, REST);
  }
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
