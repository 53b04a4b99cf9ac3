import { expect, test } from 'vitest';

import { placeOf } from './frames';

test('frames wind through the grid: every view has its place, and neighbours follow each other', () => {
  const places = Array.from({ length: 25 }, (_, frame) => placeOf(frame, 5));
  expect([...places].sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, place) => place));
  expect(places.slice(0, 11)).toEqual([0, 1, 2, 3, 4, 9, 8, 7, 6, 5, 10]);
  for (let frame = 1; frame < 25; frame += 1) {
    const [one, other] = [places[frame - 1] ?? 0, places[frame] ?? 0];
    const apart = Math.abs(Math.floor(one / 5) - Math.floor(other / 5)) + Math.abs((one % 5) - (other % 5));
    expect(apart).toBe(1);
  }
});
