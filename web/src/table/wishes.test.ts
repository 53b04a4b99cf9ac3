import { beforeEach, expect, test, vi } from 'vitest';

import type { GameOffer, GameOptions } from '../wire/protocol';
import { fewestFor, wish, wished } from './wishes';

const usual = { game: 'some-game', moon: false, tide: 'low', box: { gems: 3 } };
const offer = {
  game: 'some-game',
  options: usual,
  fewest: 2,
  switches: { moon: { excludes: [], fewest: 1, most: 4 } },
} as unknown as GameOffer;
const options = (change: object) => ({ ...usual, ...change }) as unknown as GameOptions;

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test('nothing wished is the usual', () => {
  expect(wished(offer)).toEqual(usual);
});

test('what was wished is there again, and follows what is usual elsewhere', () => {
  wish(offer, options({ moon: true }));
  expect(wished(offer)).toEqual(options({ moon: true }));
  const later = { ...offer, options: { ...usual, tide: 'high' } } as unknown as GameOffer;
  expect(wished(later)).toEqual(options({ moon: true, tide: 'high' }));
  wish(offer, options({}));
  expect(wished(offer)).toEqual(usual);
});

test('what a game no longer has, and what is large, is not wished', () => {
  wish(offer, options({ tide: 'high', box: { gems: 9 } }));
  expect(wished(offer)).toEqual(options({ tide: 'high' }));
  const without = { ...offer, options: { game: 'some-game', moon: false } } as unknown as GameOffer;
  expect(wished(without)).toEqual({ game: 'some-game', moon: false });
});

test('what cannot be read is nothing wished', () => {
  kept.set('fathom.wishes.some-game', '{"moon"');
  expect(wished(offer)).toEqual(usual);
});

test('what is switched on may need fewer', () => {
  expect(fewestFor(offer, options({}))).toBe(2);
  expect(fewestFor(offer, options({ moon: true }))).toBe(1);
});
