import { expect, test } from 'vitest';

import { CUTS, lightness } from './gems';
import { SEAT_SIGNS } from './seats';

test('seven gems have seven cuts, so that colour is never the only sign', () => {
  const outlines = Object.values(CUTS).map((cut) => cut.outline);
  expect(outlines).toHaveLength(7);
  expect(new Set(outlines).size).toBe(7);
});

test('silver and gold differ without any colour, in cut and in lightness', () => {
  expect(CUTS.silver.outline).not.toBe(CUTS.gold.outline);
  expect(lightness(CUTS.silver.light) - lightness(CUTS.gold.light)).toBeGreaterThan(0.12);
  expect(lightness(CUTS.silver.dark) - lightness(CUTS.gold.dark)).toBeGreaterThan(0.2);
});

test('the two dangers bear a sign each, and no treasure does', () => {
  const signed = Object.entries(CUTS).filter(([, cut]) => cut.sign);
  expect(signed.map(([colour]) => colour).sort()).toEqual(['black', 'blue']);
  expect(CUTS.black.sign).not.toBe(CUTS.blue.sign);
});

test('five seats have five signs', () => {
  expect(SEAT_SIGNS).toHaveLength(5);
  expect(new Set(SEAT_SIGNS).size).toBe(5);
});
