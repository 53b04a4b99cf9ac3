/** Where the names of places stand: beside them, on nothing else, and on no other name. */

import type { DeepBlueChart } from '../../../wire/protocol';
import { basinOf, type Point, type Sheet } from './layout';

export interface Label extends Point {
  readonly id: string;
  readonly anchor: 'start' | 'middle' | 'end';
  /** The words, in one line or two; `y` is that of the first. */
  readonly lines: readonly string[];
}

export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What a mark covers, seen from its middle: a wreck with its spaces and points, a buoy. */
const MARK = { wreck: { x: 64, top: 68, bottom: 64 }, buoy: { x: 24, top: 24, bottom: 24 } } as const;
/** The width of a letter, as a part of its height; generous. */
const LETTER = 0.51;
const PASSES = 5;
/** Two names on each other cannot be read; a name on a mark can. */
const NAME = 20;

export const overlap = (one: Area, other: Area) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** How much of the sheet both cover. */
const shared = (one: Area, other: Area) =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** What a place's mark covers. */
export function markOf(kind: DeepBlueChart['places'][number]['kind'], at: Point): Area {
  if (kind === 'harbour') return basinOf(at);
  const mark = kind === 'buoy' ? MARK.buoy : MARK.wreck;
  return { left: at.x - mark.x, right: at.x + mark.x, top: at.y - mark.top, bottom: at.y + mark.bottom };
}

/** What a name covers. */
export function areaOf({ x, y, anchor, lines }: Label, size: number): Area {
  const wide = Math.max(...lines.map((words) => words.length)) * size * LETTER;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - wide : x - wide / 2;
  return {
    left,
    right: left + wide,
    top: y - size * 0.8,
    bottom: y + size * 0.25 + (lines.length - 1) * size,
  };
}

/** In one line, and in two if it has several words. */
function laid(name: string): readonly (readonly string[])[] {
  const words = name.split(' ');
  const half = Math.ceil(words.length / 2);
  return words.length < 2
    ? [[name]]
    : [[name], [words.slice(0, half).join(' '), words.slice(half).join(' ')]];
}

/**
 * Names of everything but buoys, whose names are shown when they are looked at. The first spot that covers nothing is
 * taken; where there is none, the one that covers least.
 */
export function labelsOf(
  chart: DeepBlueChart,
  at: ReadonlyMap<string, Point>,
  sheet: Sheet,
  size: number,
  nameOf: (id: string) => string,
): readonly Label[] {
  const marks = chart.places.map((place) => ({
    id: place.id,
    area: markOf(place.kind, at.get(place.id) ?? { x: 0, y: 0 }),
  }));
  const names = chart.places.filter((place) => place.kind !== 'buoy');
  const found = new Map<string, Label>();
  // Those that came later may leave a better spot to those before them.
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const place of names) {
      const others = [...found.values()].filter((label) => label.id !== place.id);
      const taken = [
        ...others.map((label) => ({ area: areaOf(label, size), weight: NAME })),
        ...marks.filter((mark) => mark.id !== place.id).map(({ area }) => ({ area, weight: 1 })),
      ];
      const ways = waysOf(place, at.get(place.id) ?? { x: 0, y: 0 }, nameOf(place.id), size);
      const covered = (label: Label) => {
        const covers = areaOf(label, size);
        const off = covers.left < 12 || covers.right > sheet.width - 12 || covers.bottom > sheet.height - 10;
        return taken.reduce(
          (sum, { area, weight }) => sum + weight * shared(covers, area),
          off ? 10 * size * size : 0,
        );
      };
      found.set(
        place.id,
        ways.reduce((best, way) => (covered(way) < covered(best) ? way : best)),
      );
    }
  }
  return [...found.values()];
}

/** Everywhere that a name may stand, the best first. */
function waysOf(
  place: DeepBlueChart['places'][number],
  spot: Point,
  name: string,
  size: number,
): [Label, ...Label[]] {
  const area = markOf(place.kind, spot);
  const middle = (area.left + area.right) / 2;
  return laid(name).flatMap((lines): Label[] => {
    const more = (lines.length - 1) * size;
    const [below, above] = [area.bottom + size * 0.95, area.top - size * 0.35 - more];
    const beside = spot.y + size * 0.3 - more / 2;
    const { id } = place;
    return [
      { id, lines, x: middle, y: below, anchor: 'middle' },
      { id, lines, x: middle, y: above, anchor: 'middle' },
      { id, lines, x: area.right + 6, y: beside, anchor: 'start' },
      { id, lines, x: area.left - 6, y: beside, anchor: 'end' },
      { id, lines, x: area.left, y: below, anchor: 'start' },
      { id, lines, x: area.right, y: below, anchor: 'end' },
      { id, lines, x: area.left, y: above, anchor: 'start' },
      { id, lines, x: area.right, y: above, anchor: 'end' },
    ];
  }) as [Label, ...Label[]];
}
