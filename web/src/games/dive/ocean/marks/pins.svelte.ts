/**
 * Pins that a diver puts on the picture: what they take to be where, level by level. They are notes of one diver for one
 * round: kept on this device, so that a page that is loaded again has them, and never sent to anyone.
 */

import { forget, remember, remembered } from '../../../../device/preferences.svelte';
import type { DiveFace } from '../../../../wire/protocol';
import { other } from '../../program/face';
import type { Point } from '../painting/painter';

/** One level has one pin: it says whether there is a shark, and stands where that is seen. */
export interface Pin extends Point {
  readonly id: number;
  readonly level: number;
  readonly face: DiveFace;
}

export class Pins {
  /** By level, the highest first. */
  list = $state.raw<readonly Pin[]>([]);
  /** The level of the pin that was touched last. */
  chosen = $state<number | null>(null);
  /** Lays what they say; null while the board cannot be changed. */
  layer = $state.raw<((pins: readonly Pin[]) => void) | null>(null);
  private readonly key: string;

  constructor(
    table: string,
    private readonly round: number,
    private readonly seat: number,
    /** How many levels there are to say something about. */
    readonly levels: number,
  ) {
    this.key = `pins.${table}`;
    this.list = this.kept();
    if (this.list.length === 0) forget(this.key);
  }

  get pin(): Pin | null {
    return this.list.find((pin) => pin.level === this.chosen) ?? null;
  }

  /** A new pin, for the first level that has none; when all have one, the one in hand is put here instead. */
  put(at: Point): void {
    const levels = Array.from({ length: this.levels }, (_, depth) => depth + 1);
    const free = levels.find((level) => this.list.every((pin) => pin.level !== level));
    if (free === undefined) {
      this.move(this.chosen ?? this.levels, at);
    } else {
      const id = Math.max(0, ...this.list.map((pin) => pin.id)) + 1;
      this.keep([...this.list, { ...inside(at), id, level: free, face: 'shark' }]);
      this.chosen = free;
    }
  }

  move(level: number, to: Point): void {
    this.keep(this.list.map((pin) => (pin.level === level ? { ...pin, ...inside(to) } : pin)));
  }

  /** Say it of another level; a pin that was there takes this one's. */
  say(level: number, next: number): void {
    if (next < 1 || next > this.levels) return;
    const swapped = { [level]: next, [next]: level };
    this.keep(this.list.map((pin) => ({ ...pin, level: swapped[pin.level] ?? pin.level })));
    this.chosen = next;
  }

  turn(level: number): void {
    this.keep(this.list.map((pin) => (pin.level === level ? { ...pin, face: other(pin.face) } : pin)));
  }

  remove(level: number): void {
    this.keep(this.list.filter((pin) => pin.level !== level));
    this.chosen = this.list[0]?.level ?? null;
  }

  lay(): void {
    this.layer?.(this.list);
  }

  private keep(list: readonly Pin[]): void {
    this.list = [...list].sort((one, two) => one.level - two.level);
    if (this.list.length === 0) forget(this.key);
    else remember(this.key, JSON.stringify({ round: this.round, seat: this.seat, pins: this.list }));
  }

  private kept(): readonly Pin[] {
    try {
      const found = JSON.parse(remembered(this.key) ?? 'null') as {
        round: number;
        seat: number;
        pins: readonly Pin[];
      } | null;
      const mine = found?.round === this.round && found.seat === this.seat;
      return mine ? found.pins.filter((pin) => pin.level >= 1 && pin.level <= this.levels) : [];
    } catch {
      return [];
    }
  }
}

function inside({ x, y }: Point): Point {
  const within = (value: number) => Math.round(Math.max(0, Math.min(1, value)) * 1000) / 1000;
  return { x: within(x), y: within(y) };
}
