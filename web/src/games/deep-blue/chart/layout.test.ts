import { describe, expect, test } from 'vitest';

import type { DeepBlueView } from '../../../wire/protocol';
import { boxOf, NEWEST } from '../box/box';
import { boatsOf, spots, TALL, WIDE } from './layout';

const options = (chart: 'small' | 'standard', edition: string) =>
  ({ chart, own: null, edition }) as DeepBlueView['options'];
const sheets = [
  ['wide', WIDE],
  ['tall', TALL],
] as const;

describe.each([
  ['small', NEWEST],
  ['standard', NEWEST],
  ['small', 'first'],
  ['standard', 'first'],
] as const)('the %s chart of the %s edition', (name, edition) => {
  const box = boxOf(options(name, edition));

  test.each(sheets)('nothing covers anything on the %s sheet', (_, sheet) => {
    const at = spots(box.chart, sheet);
    const all = box.chart.places.map((place) => ({ ...place, ...(at.get(place.id) ?? { x: 0, y: 0 }) }));
    const wrecks = all.filter(({ kind }) => kind === 'starter' || kind === 'site');
    for (const buoy of all.filter(({ kind }) => kind === 'buoy')) {
      for (const wreck of wrecks) {
        const [across, down] = [Math.abs(buoy.x - wreck.x), Math.abs(buoy.y - wreck.y)];
        expect(across > 66 || down > 66, `${buoy.id} lies on ${wreck.id}`).toBe(true);
      }
      expect(buoy.x).toBeGreaterThan(0);
      expect(buoy.x).toBeLessThan(sheet.width);
      expect(buoy.y).toBeGreaterThan(0);
      expect(buoy.y).toBeLessThan(sheet.height);
    }
  });

  test.each(sheets)('ten boats in the harbour can be told apart on the %s sheet', (_, sheet) => {
    const harbour = box.chart.places.find(({ kind }) => kind === 'harbour')?.id ?? '';
    const captains = Array.from({ length: 5 }, () => ({
      boats: [
        { place: harbour, space: null },
        { place: harbour, space: null },
      ],
    }));
    const boats = boatsOf({ captains } as unknown as DeepBlueView, box, sheet, spots(box.chart, sheet));
    expect(boats).toHaveLength(10);
    for (const one of boats) {
      expect(one.y).toBeLessThan(sheet.height - 20);
      for (const other of boats) {
        if (one !== other) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(36);
      }
    }
  });
});
