import { expect, test } from 'vitest';

import type { DiveLifted, DiveProgram, DiveRested, DiveRevealed } from '../../../wire/protocol';
import { beats, sceneAt } from './round';

const program = (...sharks: boolean[]): DiveProgram => ({
  type: 'program',
  levels: sharks.map((shark, depth) =>
    shark ? { plain: [], shark: [depth + 1] } : { plain: [depth + 1], shark: [] },
  ),
  clownfish: null,
  anglerfish: null,
});

const revealed: DiveRevealed = {
  type: 'revealed',
  round: 1,
  programs: [program(false, false, true), program(false, true)],
  chief: null,
  bubbles: [],
};
const lifted = (level: number, more: Partial<DiveLifted>): DiveLifted => ({
  type: 'lifted',
  level,
  kind: 'nothing',
  right: [],
  wrong: [],
  lost_all: [],
  raced: [],
  helped: null,
  spaces: 0,
  bubbles: [],
  ...more,
});
const rested: DiveRested = {
  type: 'rested',
  spaces: [3, 0],
  pawns: [13, 17],
  chief_spaces: 0,
  chief: null,
  stopped: [],
};
const round = [
  revealed,
  lifted(1, {
    kind: 'red',
    right: [0, 1],
    raced: [
      { who: 0, speed: 1 },
      { who: 1, speed: 4 },
    ],
    helped: 1,
    spaces: 2,
  }),
  lifted(2, { right: [0], wrong: [1], lost_all: [1] }),
  rested,
];
const before = { pawns: [10, 15], chief: null };

test('a helper is a beat of its own, and only where someone raced', () => {
  expect(beats(round).map((beat) => beat.type)).toEqual([
    'reveal',
    'lift',
    'judge',
    'help',
    'lift',
    'judge',
    'rest',
  ]);
});

test('pawns move with the beat that moves them, not before', () => {
  expect(sceneAt(round, before, 2)?.pawns).toEqual([10, 15]);
  expect(sceneAt(round, before, 3)?.pawns).toEqual([10, 17]);
  expect(sceneAt(round, before, 6)?.pawns).toEqual([13, 17]);
});

test('D4.4: in deep waters earlier levels come off too', () => {
  const scene = sceneAt(round, before, 5);
  expect(scene?.marks).toEqual([
    ['right', 'right', 'open'],
    ['off', 'wrong'],
  ]);
});

test('a card is not shown before it is lifted', () => {
  expect(sceneAt(round, before, 0)?.cards).toEqual([]);
  expect(sceneAt(round, before, 3)?.cards).toEqual(['red']);
});
