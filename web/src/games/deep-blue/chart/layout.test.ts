import { describe, expect, test } from 'vitest';

import type { DeepBlueView } from '../../../wire/protocol';
import { boxOf, NEWEST } from '../box/box';
import { overlap } from './labels';
import { basinOf, boatsOf, cornerOf, sheetFor, spots } from './layout';

const options = (chart: 'small' | 'standard', edition: string) =>
  ({ chart, own: null, edition }) as DeepBlueView['options'];
/** The rooms for a chart in pixels: a desk, a tablet, a phone. */
const ROOMS = [
  ['desk', 985, 480],
  ['tablet', 740, 480],
  ['phone', 366, 342],
  ['tall phone', 366, 420],
] as const;

describe.each([
  ['small', NEWEST],
  ['standard', NEWEST],
  ['small', 'first'],
  ['standard', 'first'],
] as const)('the %s chart of the %s edition', (name, edition) => {
  const box = boxOf(options(name, edition));
  const harbour = box.chart.places.find(({ kind }) => kind === 'harbour')?.id ?? '';

  test.each(ROOMS)('nothing covers anything on a %s', (_, width, height) => {
    const sheet = sheetFor(width, height);
    const at = spots(box.chart, sheet);
    const all = box.chart.places.map((place) => ({ ...place, ...(at.get(place.id) ?? { x: 0, y: 0 }) }));
    const basin = basinOf(at.get(harbour) ?? { x: 0, y: 0 });
    const near = edition === NEWEST ? 1 : 0.75;
    for (const one of all.filter(({ kind }) => kind !== 'harbour')) {
      const half = one.kind === 'buoy' ? 20 : 46;
      const area = { left: one.x - half, right: one.x + half, top: one.y - half, bottom: one.y + half };
      expect(overlap(area, basin), `${one.id} lies in the harbour`).toBe(false);
      expect(area.left).toBeGreaterThan(0);
      expect(area.right).toBeLessThan(sheet.width);
      expect(area.top).toBeGreaterThan(0);
      expect(area.bottom).toBeLessThan(sheet.height);
      for (const other of all) {
        if (other.id === one.id || other.kind === 'harbour') continue;
        const [across, down] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
        const need = near * (half + (other.kind === 'buoy' ? 20 : 46));
        expect(across > need || down > need, `${one.id} lies on ${other.id}`).toBe(true);
      }
    }
  });

  test.each(ROOMS)('ten boats in the harbour can be told apart on a %s', (_, width, height) => {
    const sheet = sheetFor(width, height);
    const places = spots(box.chart, sheet);
    const boats = boatsOf(lying(Array<null>(10).fill(null)), box, places);
    const basin = basinOf(places.get(harbour) ?? { x: 0, y: 0 });
    expect(boats).toHaveLength(10);
    for (const one of boats) {
      expect(one.x).toBeLessThan(basin.right);
      expect(one.y).toBeLessThan(Math.min(basin.bottom, sheet.height - 20));
      for (const other of boats) {
        if (one !== other) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(34);
      }
    }
  });

  test('a boat lies beside its space, which stays in sight', () => {
    const places = spots(box.chart, sheetFor(985, 480));
    const site = box.sites[0] ?? '';
    const at = places.get(site) ?? { x: 0, y: 0 };
    const boats = boatsOf(lying([0, 1, 2, 3], site), box, places);
    for (const [space, boat] of boats.entries()) {
      const corner = cornerOf(space);
      expect(Math.abs(boat.x - at.x - corner.x)).toBeGreaterThan(30);
    }
  });

  function lying(spaces: readonly (number | null)[], place = harbour): DeepBlueView {
    const captains = Array.from({ length: spaces.length / 2 }, (_, seat) => ({
      boats: [
        { place, space: spaces[2 * seat] ?? null },
        { place, space: spaces[2 * seat + 1] ?? null },
      ],
    }));
    return { captains } as unknown as DeepBlueView;
  }
});
