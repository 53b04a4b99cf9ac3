/** Where things are drawn on the chart. Places come from the data, from 0 to 1000 both ways. */

import type { DeepBlueChart, DeepBlueView } from '../../../wire/protocol';
import type { Box } from '../box/box';

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

/** How near to the middle of a wreck, both ways, a buoy would touch it. */
const WRECK = 86;
const BUOYS_APART = 52;
const PASSES = 12;

/**
 * Where all places are on a sheet of this size. A chart says where they lie on the sea, not how large they are drawn:
 * buoys give way to wrecks and to each other, so that nothing covers anything.
 */
export function spots(chart: DeepBlueChart, sheet: Sheet): ReadonlyMap<string, Point> {
  const at = new Map(chart.places.map((place) => [place.id, pointOf(place.at, sheet)]));
  const kinds = (buoys: boolean) =>
    chart.places.filter((place) => (place.kind === 'buoy') === buoys && place.kind !== 'harbour');
  const wrecks = kinds(false).flatMap((place) => at.get(place.id) ?? []);
  for (let pass = 0; pass < PASSES; pass += 1) {
    const moved = kinds(true).map(({ id }) => {
      let spot = at.get(id) ?? { x: 0, y: 0 };
      spot = besideWrecks(spot, wrecks);
      for (const { id: other } of kinds(true)) if (other !== id) spot = apart(spot, at.get(other) ?? spot);
      return [id, within(spot, sheet)] as const;
    });
    for (const [id, spot] of moved) at.set(id, spot);
  }
  return at;
}

const touches = (spot: Point, wreck: Point) =>
  Math.max(Math.abs(spot.x - wreck.x), Math.abs(spot.y - wreck.y)) < WRECK;

/** The nearest spot at which a buoy touches no wreck; between wrecks that lie close, at least not the first one. */
function besideWrecks(spot: Point, wrecks: readonly Point[]): Point {
  const wreck = wrecks.find((each) => touches(spot, each));
  if (!wreck) return spot;
  const ways = [
    { x: wreck.x - WRECK, y: spot.y },
    { x: wreck.x + WRECK, y: spot.y },
    { x: spot.x, y: wreck.y - WRECK },
    { x: spot.x, y: wreck.y + WRECK },
  ].sort((one, other) => way(spot, one) - way(spot, other));
  return ways.find((each) => !wrecks.some((other) => touches(each, other))) ?? ways[0] ?? spot;
}

const way = (from: Point, to: Point) => Math.hypot(from.x - to.x, from.y - to.y);

/** Half of what two buoys need to stand apart; the other one does the other half. */
function apart(spot: Point, other: Point): Point {
  const distance = way(spot, other);
  if (distance === 0 || distance >= BUOYS_APART) return spot;
  const by = (BUOYS_APART - distance) / 2 / distance;
  return { x: spot.x + (spot.x - other.x) * by, y: spot.y + (spot.y - other.y) * by };
}

function within(spot: Point, sheet: Sheet): Point {
  const keep = (value: number, most: number) => Math.min(Math.max(value, MARGIN / 2), most - MARGIN / 2);
  return { x: keep(spot.x, sheet.width), y: keep(spot.y, sheet.height) };
}

/** Where a place would be on a sheet of this size if nothing else were there. */
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

/** In the harbour everyone has a berth: both boats of a seat side by side, two seats in a row. */
const BERTH = { across: 96, down: 52, boats: 37, from: { x: 2, y: 16 } } as const;

function berthOf(harbour: Point, seat: number, boat: number, seats: number, sheet: Sheet): Point {
  const rows = Math.ceil(seats / 2);
  const lowest = harbour.y + BERTH.from.y + (rows - 1) * BERTH.down;
  const up = Math.max(0, lowest - (sheet.height - MARGIN / 2));
  return {
    x: harbour.x + BERTH.from.x + (seat % 2) * BERTH.across + boat * BERTH.boats,
    y: harbour.y + BERTH.from.y + Math.floor(seat / 2) * BERTH.down - up,
  };
}

/** All boats, fanned out where several share a place. */
export function boatsOf(
  view: DeepBlueView,
  box: Box,
  sheet: Sheet,
  places: ReadonlyMap<string, Point>,
): BoatAt[] {
  const middle = new Map<string, number>();
  const crowd = new Map<string, number>();
  const boats = view.captains.flatMap((captain, seat) =>
    captain.boats.map((boat, number) => ({ ...boat, seat, boat: number })),
  );
  for (const { place, space } of boats) {
    if (space === null) crowd.set(place, (crowd.get(place) ?? 0) + 1);
  }
  return boats.map(({ place, space, seat, boat }) => {
    const at = places.get(place) ?? { x: 0, y: 0 };
    if (box.places.get(place)?.kind === 'harbour') {
      return { seat, boat, place, ...berthOf(at, seat, boat, view.captains.length, sheet) };
    }
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
