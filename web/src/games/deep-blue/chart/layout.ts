/**
 * Where things are drawn on the chart. Places come from the data, from 0 to 1000 both ways; the sheet has the shape of
 * the room that there is for it.
 */

import type { DeepBlueChart, DeepBluePlace, DeepBlueView } from '../../../wire/protocol';
import type { Box } from '../box/box';

export interface Sheet {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const WIDE: Sheet = { width: 1720, height: 900 };
export const TALL: Sheet = { width: 1000, height: 1320 };
/** Half of a wreck's side. */
export const TILE = 46;

const MARGIN = { x: 96, top: 84, bottom: 100 } as const;
/** The area of a sheet where there is room, whatever its shape is. */
const AREA = WIDE.width * WIDE.height;
/** In a room narrower than so many pixels the sheet is as narrow as it can be: fingers are as large as anywhere. */
const SMALL = 700;

/** The sheet for a room of so many pixels. */
export function sheetFor(width: number, height: number): Sheet {
  if (width <= 0 || height <= 0) return WIDE;
  const shape = Math.min(width < SMALL ? 1.2 : 2.1, Math.max(0.62, width / height));
  const across = width < SMALL ? TALL.width : Math.sqrt(AREA * shape);
  return { width: Math.round(across), height: Math.round(across / shape) };
}

/** What a place takes up around its middle, with the boats that may lie there. */
const ROOM: { readonly [kind in DeepBluePlace['kind']]: { readonly x: number; readonly y: number } } = {
  harbour: { x: 0, y: 0 },
  starter: { x: 66, y: 90 },
  site: { x: 66, y: 90 },
  buoy: { x: 30, y: 30 },
};
/** Two places are at least so far apart that a finger finds each of them. */
const APART = 122;
const PASSES = 60;

/** The harbour's basin beside its quay: each seat has a row for its two boats. */
export const BERTH = { across: 46, down: 40, size: 0.62 } as const;
const SEATS = 5;
const BASIN = { left: 52, right: 2 * BERTH.across + 8, above: 40, below: 26 } as const;

/** What the harbour takes up, with ten boats in it. */
export function basinOf(harbour: Point): { left: number; right: number; top: number; bottom: number } {
  return {
    left: harbour.x - BASIN.left,
    right: harbour.x + BASIN.right,
    top: harbour.y - BASIN.above - ((SEATS - 1) * BERTH.down) / 2,
    bottom: harbour.y + BASIN.below + ((SEATS - 1) * BERTH.down) / 2,
  };
}

/**
 * Where all places are on a sheet of this size. A chart says where they lie on the sea, not how large they are drawn:
 * they give way to each other and to the harbour, so that nothing covers anything and a finger finds each.
 */
export function spots(chart: DeepBlueChart, sheet: Sheet): ReadonlyMap<string, Point> {
  const at = new Map(chart.places.map((place) => [place.id, pointOf(place.at, sheet)]));
  const harbour = chart.places.find((place) => place.kind === 'harbour');
  if (harbour) at.set(harbour.id, quayOf(at.get(harbour.id) ?? { x: 0, y: 0 }, sheet));
  const basin = harbour ? basinOf(at.get(harbour.id) ?? { x: 0, y: 0 }) : null;
  const loose = chart.places.filter((place) => place.kind !== 'harbour');
  for (let pass = 0; pass < PASSES; pass += 1) {
    const moved = loose.map((place) => {
      let spot = at.get(place.id) ?? { x: 0, y: 0 };
      for (const other of loose) {
        if (other.id !== place.id) spot = apart(spot, place, at.get(other.id) ?? spot, other);
      }
      if (basin) spot = outside(spot, ROOM[place.kind], basin);
      return [place.id, within(spot, ROOM[place.kind], sheet)] as const;
    });
    for (const [id, spot] of moved) at.set(id, spot);
  }
  return at;
}

/** Half of what two places need to stand apart; the other one does the other half. */
function apart(spot: Point, place: DeepBluePlace, other: Point, beside: DeepBluePlace): Point {
  const [dx, dy] = [spot.x - other.x || 0.1, spot.y - other.y || 0.1];
  const distance = Math.hypot(dx, dy);
  const need = {
    x: ROOM[place.kind].x + ROOM[beside.kind].x,
    y: ROOM[place.kind].y + ROOM[beside.kind].y,
  };
  let by = { x: 0, y: 0 };
  if (distance < APART) {
    const push = (APART - distance) / distance;
    by = { x: dx * push, y: dy * push };
  }
  const over = { x: need.x - Math.abs(dx), y: need.y - Math.abs(dy) };
  if (over.x > 0 && over.y > 0) {
    if (over.x < over.y) by = { x: Math.max(Math.abs(by.x), over.x) * Math.sign(dx), y: by.y };
    else by = { x: by.x, y: Math.max(Math.abs(by.y), over.y) * Math.sign(dy) };
  }
  return { x: spot.x + by.x * 0.5, y: spot.y + by.y * 0.5 };
}

function outside(
  spot: Point,
  room: Point,
  basin: { left: number; right: number; top: number; bottom: number },
): Point {
  const right = basin.right + room.x - spot.x;
  const up = spot.y - (basin.top - room.y);
  const down = basin.bottom + room.y - spot.y;
  if (right <= 0 || up <= 0 || down <= 0) return spot;
  const least = Math.min(right, up, down);
  if (least === right) return { x: spot.x + right, y: spot.y };
  return { x: spot.x, y: least === up ? spot.y - up : spot.y + down };
}

function within(spot: Point, room: Point, sheet: Sheet): Point {
  const keep = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
  return {
    x: keep(spot.x, room.x + 24, sheet.width - room.x - 24),
    y: keep(spot.y, room.y + 24, sheet.height - room.y - 46),
  };
}

/** The harbour is at the edge, with all of its basin on the sheet. */
function quayOf(spot: Point, sheet: Sheet): Point {
  const { top, bottom } = basinOf({ x: 0, y: 0 });
  return {
    x: Math.min(spot.x, BASIN.left + 18),
    y: Math.min(Math.max(spot.y, 30 - top), sheet.height - bottom - 20),
  };
}

/** Where a place would be on a sheet of this size if nothing else were there. */
export function pointOf(at: readonly [number, number], sheet: Sheet): Point {
  return {
    x: MARGIN.x + (at[0] / 1000) * (sheet.width - 2 * MARGIN.x),
    y: MARGIN.top + (at[1] / 1000) * (sheet.height - MARGIN.top - MARGIN.bottom),
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
  readonly size: number;
}

/** How much smaller than in the scene a boat is drawn, and how far beside its space it lies. */
const AFLOAT = 0.74;
const BESIDE = 33;
const ROW = 4;

/** All boats: in their berths, beside their spaces, side by side where several share a place. */
export function boatsOf(view: DeepBlueView, box: Box, places: ReadonlyMap<string, Point>): BoatAt[] {
  const counted = new Map<string, number>();
  const crowd = new Map<string, number>();
  const boats = view.captains.flatMap((captain, seat) =>
    captain.boats.map((boat, number) => ({ ...boat, seat, boat: number })),
  );
  for (const { place, space } of boats) {
    if (space === null) crowd.set(place, (crowd.get(place) ?? 0) + 1);
  }
  return boats.map(({ place, space, seat, boat }) => {
    const at = places.get(place) ?? { x: 0, y: 0 };
    const kind = box.places.get(place)?.kind;
    const here = { seat, boat, place, size: AFLOAT };
    if (kind === 'harbour')
      return { ...here, size: BERTH.size, ...berthOf(at, seat, boat, view.captains.length) };
    if (space !== null) {
      const corner = cornerOf(space);
      const side = corner.x === 0 ? 0 : Math.sign(corner.x) * BESIDE;
      return {
        ...here,
        x: at.x + corner.x + side,
        y: at.y + corner.y + (side ? 4 : Math.sign(corner.y) * BESIDE),
      };
    }
    const index = counted.get(place) ?? 0;
    counted.set(place, index + 1);
    const all = crowd.get(place) ?? 1;
    const row = Math.floor(index / ROW);
    const inRow = Math.min(ROW, all - row * ROW);
    const across = ((index % ROW) - (inRow - 1) / 2) * 36;
    // In the middle of a wreck, above its lower edge; beside a buoy, which stays in sight.
    if (kind === 'buoy')
      return { ...here, x: at.x + 40 + (index % 2) * 34, y: at.y + Math.floor(index / 2) * 34 };
    return { ...here, size: all > 1 ? 0.6 : AFLOAT, x: at.x + across, y: at.y + 14 + row * 32 };
  });
}

function berthOf(harbour: Point, seat: number, boat: number, seats: number): Point {
  return {
    x: harbour.x + 26 + boat * BERTH.across,
    y: harbour.y + 8 + (seat - (seats - 1) / 2) * BERTH.down,
  };
}
