import { expect, test } from 'vitest';

import { grouped } from './grouped';
import { same } from '../words/same';

const SAID = [
  { action: { type: 'take', n: 1 }, text: 'Take one stone' },
  { action: { type: 'pass' }, text: 'Pass' },
  { action: { type: 'take', n: 2 }, text: 'Take 2 stones of Zoë' },
];

test('actions are grouped by what they do, in the order of the menu', () => {
  const { groups, count } = grouped(SAID, '', 60);
  expect(groups.map(({ tag, said }) => [tag, said.length])).toEqual([
    ['take', 2],
    ['pass', 1],
  ]);
  expect(count).toBe(3);
});

test('all words must be there, whatever the order, the case and the accents', () => {
  expect(grouped(SAID, 'ZOE take', 60).groups[0]?.said).toEqual([SAID[2]]);
  expect(grouped(SAID, 'swim', 60)).toEqual({ groups: [], count: 0 });
});

test('no more are listed than asked for, and all are counted', () => {
  const { groups, count } = grouped(SAID, '', 1);
  expect([groups.length, groups[0]?.said.length, count]).toEqual([1, 1, 3]);
});

test('actions are the same whatever the order of their fields', () => {
  expect(same({ type: 'a', to: [1, { b: 2, c: 3 }] }, { to: [1, { c: 3, b: 2 }], type: 'a' })).toBe(true);
  expect(same({ type: 'a', to: [1] }, { type: 'a', to: [1, 2] })).toBe(false);
  expect(same({ type: 'a' }, { type: 'a', to: 0 })).toBe(false);
  expect(same(null, {})).toBe(false);
});
