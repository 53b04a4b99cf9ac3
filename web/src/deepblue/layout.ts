/** Where things are drawn on the chart. Places come from the data, from 0 to 1000 both ways. */

import type { DeepBlueView } from '../lib/protocol';
import type { Box } from './box';

export interface Sheet {
  readonly width: number;
  readonly height: number;
}

export const WIDE: Sheet = { width: 1460, height: 900 };
export const TALL: Sheet = { width: 1000, height: 1180 };
const MARGIN = 70;
export const TILE = 46;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a place is on a sheet of this size. */
export function pointOf(at: readonly [number, number], sheet: Sheet): Point {
  return {
    x: MARGIN + (at[0] / 1000) * (sheet.width - 2 * MARGIN),
    y: MARGIN + (at[1] / 1000) * (sheet.height - 2 * MARGIN),
  };
}

const CORNERS: readonly Point[] = [
  { x: -TILE, y: -TILE },
  { x: TILE, y: -TILE },
  { x: -TILE, y: TILE },
  { x: TILE, y: TILE },
  { x: 0, y: -TILE - 4 },
  { x: 0, y: TILE + 4 },
];

/** Where an exploration space is, seen from the middle of its wreck. */
export function cornerOf(space: number): Point {
  return CORNERS[space % CORNERS.length] ?? { x: 0, y: 0 };
}

export interface BoatAt extends Point {
  readonly seat: number;
  readonly boat: number;
  readonly place: string;
}

/** All boats, fanned out where several share a place. */
export function boatsOf(view: DeepBlueView, box: Box, sheet: Sheet): BoatAt[] {
  const middle = new Map<string, number>();
  const crowd = new Map<string, number>();
  const boats = view.captains.flatMap((captain, seat) =>
    captain.boats.map((boat, number) => ({ ...boat, seat, boat: number })),
  );
  for (const { place, space } of boats) {
    if (space === null) crowd.set(place, (crowd.get(place) ?? 0) + 1);
  }
  return boats.map(({ place, space, seat, boat }) => {
    const at = pointOf(box.places.get(place)?.at ?? [0, 0], sheet);
    if (space !== null) {
      const corner = cornerOf(space);
      return { seat, boat, place, x: at.x + corner.x * 1.15, y: at.y + corner.y * 1.1 - 2 };
    }
    const index = middle.get(place) ?? 0;
    middle.set(place, index + 1);
    const all = crowd.get(place) ?? 1;
    const perRow = Math.min(all, 5);
    const row = Math.floor(index / 5);
    const column = index % 5;
    const step = Math.min(34, 120 / perRow);
    return {
      seat,
      boat,
      place,
      x: at.x + (column - (Math.min(perRow, all - row * 5) - 1) / 2) * step,
      y: at.y + 8 + row * 30 - (all > 5 ? 14 : 0),
    };
  });
}
