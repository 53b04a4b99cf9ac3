import { expect, test } from 'vitest';

import type { DeepBlueEvent } from '../../../wire/protocol';
import { read } from './reading';

const TALLY = { seat: 0, cards: 2, gems: 3, tile: 4, safe: 0 };
const EVENTS: readonly (readonly DeepBlueEvent[])[] = [
  [{ type: 'dive-began', leader: 1, site: 'amber-deep', tile: 'galleon' }],
  [{ type: 'drew', gems: ['silver'], hazards: [], scattered: false }],
  [{ type: 'drew', gems: ['gold', 'black'], hazards: [], scattered: false }],
  [{ type: 'dive-ended', why: 'ended', tallies: [TALLY], city: 0 }],
  [{ type: 'dive-began', leader: 0, site: 'harbour', tile: 'trawler' }],
];
const ENTRIES = EVENTS.map((events, at) => ({ number: at + 1, events }));

test('the gems of a dive are those since it began', () => {
  expect(read(ENTRIES, 3)).toMatchObject({ gems: ['silver', 'gold', 'black'], fresh: 2, scored: null });
  expect(read(ENTRIES, 5)).toMatchObject({ gems: [], fresh: 0 });
});

test('a dive that was scored has its wreck, its leader, its gems and the points', () => {
  const { log, scored } = read(ENTRIES, 4);
  expect(scored).toEqual({
    tile: 'galleon',
    site: 'amber-deep',
    leader: 1,
    gems: ['silver', 'gold', 'black'],
    tallies: [TALLY],
    why: 'ended',
    part: null,
  });
  expect(log.map(({ id }) => id)).toEqual(['1.0', '2.0', '3.0', '4.0']);
  expect(log.at(-1)?.scored).toBe(scored);
});
