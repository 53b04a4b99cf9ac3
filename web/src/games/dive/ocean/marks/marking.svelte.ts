/** The tools that mark a place of the picture: a pin for oneself, or a ripple for everyone. By tap, or aimed with keys. */

import { KEYS, type Eye } from '../painting/eye';
import type { Point } from '../painting/painter';
import type { Pins } from './pins.svelte';

export type Tool = 'pin' | 'point';

const STEP = 0.05;

/** Milliseconds between two ripples: the server refuses what comes faster in the long run. */
const PAUSE = 1000;

export class Marking {
  tool = $state<Tool | null>(null);
  /** Where keys have aimed, on the picture; null for those who use a pointer. */
  aim = $state.raw<Point | null>(null);
  private free = 0;

  constructor(
    private readonly eye: Eye,
    private readonly pins: () => Pins | null,
    private readonly point: () => ((at: Point) => void) | undefined,
  ) {}

  /** Take a tool in hand, or none. */
  put(tool: Tool | null): void {
    this.tool = tool;
    if (!tool) this.aim = null;
  }

  /** A tap on a place of the picture. */
  tap(at: Point): void {
    this.aim = null;
    this.mark(at);
  }

  /** A key on the picture: arrows aim, Enter marks, Escape puts the tool away. Says whether it meant anything. */
  key(event: KeyboardEvent, from: Point): boolean {
    const [right, below] = KEYS[event.key] ?? [0, 0];
    if (!this.tool || event.shiftKey) return false;
    if (event.key === 'Escape') this.put(null);
    else if (event.key === 'Enter' || event.key === ' ') this.mark((this.aim ??= from));
    else if (right || below) this.move(this.aim ?? from, right, below);
    else return false;
    return true;
  }

  private move(from: Point, right: number, below: number): void {
    const step = STEP / this.eye.zoom;
    this.aim = { x: within(from.x + right * step), y: within(from.y + below * step) };
    const { x, y } = this.eye.shown(this.aim);
    if (Math.min(x, y) < 0 || Math.max(x, y) > 1) this.eye.look(this.aim);
  }

  private mark(at: Point): void {
    if (Math.min(at.x, at.y) < 0 || Math.max(at.x, at.y) > 1) return;
    if (this.tool === 'pin') this.pins()?.put(at);
    if (this.tool !== 'point' || performance.now() < this.free) return;
    this.free = performance.now() + PAUSE;
    this.point()?.(at);
  }
}

function within(value: number): number {
  return Math.max(0, Math.min(1, value));
}
