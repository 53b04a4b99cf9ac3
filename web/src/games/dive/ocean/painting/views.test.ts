import { expect, test } from 'vitest';

import { views } from './views';

test('straight from above there is one view, the middle one', () => {
  expect(views(5, 0, 0)).toEqual([{ row: 2, column: 2, weight: 1 }]);
});

test('weights always add up to one, inside the grid', () => {
  for (const across of [-2, -1, -0.3, 0.26, 1, 2]) {
    for (const down of [-1, -0.9, 0.1, 1]) {
      const parts = views(5, across, down);
      expect(parts.reduce((sum, part) => sum + part.weight, 0)).toBeCloseTo(1);
      for (const { row, column } of parts) {
        expect(Math.min(row, column)).toBeGreaterThanOrEqual(0);
        expect(Math.max(row, column)).toBeLessThan(5);
      }
    }
  }
});

test('snapping shows the nearest view alone', () => {
  expect(views(5, 0.3, -0.2, true)).toEqual([{ row: 2, column: 3, weight: 1 }]);
});
