import { expect, test } from 'vitest';

import type { DeepBlueEvent } from '../../../wire/protocol';
import { GAMES } from '../told/games.test-data';
import { beatsOf, held } from './beats';

const LEADER = 1;
const drew = (gems: readonly string[], hazards: readonly string[] = [], scattered = false) =>
  ({ type: 'drew', gems, hazards, scattered }) as DeepBlueEvent;
const kinds = (event: DeepBlueEvent) => beatsOf(event, LEADER).map(({ kind }) => kind);

test('a gem comes after a held breath', () => {
  expect(beatsOf(drew(['gold']), LEADER)).toEqual([
    { kind: 'reach', seat: LEADER },
    { kind: 'gem', colour: 'gold', warning: false },
  ]);
});

test('two gems fall one after the other, from one hand', () => {
  expect(kinds(drew(['gold', 'silver']))).toEqual(['reach', 'gem', 'gem']);
});

test('a gem that lay on the wreck needs no hand', () => {
  expect(kinds(drew(['red'], [], true))).toEqual(['gem']);
});

test('the first monster only warns', () => {
  expect(beatsOf(drew(['black']), LEADER).at(-1)).toEqual({ kind: 'gem', colour: 'black', warning: true });
});

test('the next one passes for everyone to answer', () => {
  expect(beatsOf(drew(['black'], ['black']), LEADER).slice(1)).toEqual([
    { kind: 'gem', colour: 'black', warning: false },
    { kind: 'hazard', hazard: 'black' },
  ]);
});

test('of two at once the first warns and the second counts: low air', () => {
  expect(beatsOf(drew(['blue', 'blue'], ['blue']), LEADER).slice(1)).toEqual([
    { kind: 'gem', colour: 'blue', warning: true },
    { kind: 'gem', colour: 'blue', warning: false },
    { kind: 'hazard', hazard: 'blue' },
  ]);
});

test('one who protects themselves, with a card or a space', () => {
  for (const card of ['hose-tender', null]) {
    const event = { type: 'protected', seat: 2, against: 'blue', card, boat: card ? null : 0 } as const;
    expect(beatsOf(event, LEADER)).toEqual([{ kind: 'shield', seat: 2, against: 'blue', card }]);
  }
});

test('a leader who is driven up takes the light along, a follower does not', () => {
  const up = (seat: number) => beatsOf({ type: 'surfaced', seat, against: 'black' }, LEADER)[0];
  expect(up(LEADER)).toMatchObject({ kind: 'up', leads: true });
  expect(up(0)).toMatchObject({ kind: 'up', leads: false });
  expect(held(up(LEADER) as never)).toBeGreaterThan(held(up(0) as never));
});

test('followers come down one by one; who stays away is told in words', () => {
  expect(beatsOf({ type: 'rushed', seat: 0, boats: [0, 1] }, LEADER)).toEqual([
    { kind: 'rush', seat: 0, boats: 2 },
  ]);
  expect(kinds({ type: 'rushed', seat: 0, boats: [] })).toEqual(['told']);
});

test('cards are played one captain after the other, and those who play none hold nobody up', () => {
  const plays = [
    { seat: 0, cards: [], vp: 0, last: false },
    { seat: 2, cards: ['gold-diver'], vp: 2, last: false },
  ];
  expect(beatsOf({ type: 'crew-played', plays }, LEADER)).toEqual([
    { kind: 'play', seat: 2, cards: ['gold-diver'], vp: 2 },
  ]);
});

test('points are counted in the order of the rulebook', () => {
  const tally = { seat: 1, cards: 2, gems: 3, tile: 1, safe: 0 };
  const ended = (safe: number): DeepBlueEvent => ({
    type: 'dive-ended',
    why: 'ended',
    tallies: [{ ...tally, safe }],
    city: 0,
  });
  const columns = (event: DeepBlueEvent) =>
    beatsOf(event, LEADER).map((beat) => (beat.kind === 'count' ? beat.column : null));
  expect(columns(ended(0))).toEqual(['cards', 'gems', 'tile', 'total']);
  expect(columns(ended(2))).toEqual(['cards', 'gems', 'tile', 'safe', 'total']);
});

test.each(GAMES)('every gem and every hazard of $options.scenario is a beat', ({ events }) => {
  for (const event of events) {
    const beats = beatsOf(event, LEADER);
    if (event.type === 'drew') {
      expect(beats.filter(({ kind }) => kind === 'gem')).toHaveLength(event.gems.length);
      expect(beats.filter(({ kind }) => kind === 'hazard')).toHaveLength(event.hazards.length);
    } else if (event.type !== 'crew-played') expect(beats.length).toBeGreaterThan(0);
    for (const beat of beats) expect(held(beat)).toBeGreaterThanOrEqual(0);
  }
});
