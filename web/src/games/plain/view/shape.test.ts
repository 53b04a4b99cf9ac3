import { expect, test } from 'vitest';

import { shapeOf, type Labels } from './shape';

const LABELS: Labels = {
  label: (path) => (path === 'secret' ? null : path.toUpperCase()),
  value: (value) => (value === null ? '–' : Array.isArray(value) ? value.join(', ') : String(value)),
};
const shape = (view: Parameters<typeof shapeOf>[0], seats = 2) => shapeOf(view, seats, LABELS);
const text = (said: string) => ({ type: 'text', text: said });

test('values stand beside their labels; who reads, the options and the game are left out', () => {
  expect(shape({ game: 'currents', reader: 0, options: { highest: 6 }, number: 4, shown: null })).toEqual({
    kind: '',
    columns: [],
    entries: [
      { path: 'number', label: 'NUMBER', shape: text('4') },
      { path: 'shown', label: 'SHOWN', shape: text('–') },
    ],
  });
});

test('a list with one entry for each seat is a column, others are said in a line', () => {
  const { columns, entries } = shape({ again: [true, null], deck: [1, 2, 3] });
  expect(columns).toEqual([{ path: 'again', label: 'AGAIN', cells: [text('true'), text('–')] }]);
  expect(entries).toEqual([{ path: 'deck', label: 'DECK', shape: text('1, 2, 3') }]);
});

test('a list of what each player has is a column for each part', () => {
  const { columns } = shape({
    players: [
      { coins: 3, hand: ['a'] },
      { coins: 5, hand: [] },
    ],
  });
  expect(columns.map(({ label }) => label)).toEqual(['PLAYERS.COINS', 'PLAYERS.HAND']);
  expect(columns[0]?.cells).toEqual([text('3'), text('5')]);
});

test('what is made of parts is a group, with its kind where it has one', () => {
  const { entries } = shape({ phase: { type: 'rolling', by: 1, rolls: [1, 2, 3] } });
  expect(entries[0]?.shape).toEqual({
    type: 'group',
    group: {
      kind: 'rolling',
      columns: [],
      entries: [
        { path: 'phase.by', label: 'PHASE.BY', shape: text('1') },
        { path: 'phase.rolls', label: 'PHASE.ROLLS', shape: text('1, 2, 3') },
      ],
    },
  });
});

test('lists of things are lists, and what is not to be shown is not', () => {
  const { entries } = shape({ secret: 7, ships: [{ at: 1 }, { at: 2 }, { at: 3 }] });
  expect(entries).toHaveLength(1);
  expect(entries[0]?.shape).toMatchObject({
    type: 'list',
    items: [{ type: 'group' }, { type: 'group' }, {}],
  });
});

test('with one player there is nothing to compare', () => {
  expect(shape({ marks: [4] }, 1).columns).toEqual([]);
});
