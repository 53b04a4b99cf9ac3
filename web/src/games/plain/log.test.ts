import { expect, test } from 'vitest';

import { Table } from '../../table/table.svelte';
import type { HappenedIn, PlainGame } from '../../wire/games';
import { Log } from './log.svelte';

function frame(number: number, ...types: string[]): HappenedIn<PlainGame> {
  return {
    type: 'happened',
    number,
    events: types.map((type) => ({ type })),
    view: { game: 'currents' },
    menu: { type: 'plain', actions: [], count: 0, forms: [], refusal: null },
    left: null,
    result: null,
    sign: '',
    story: null,
    taken_back: null,
    can_take_back: null,
  };
}

const told = (log: Log) => log.lines.map(({ event }) => event.type);

test('what happens is kept and said, until nobody listens any more', () => {
  const table = new Table<PlainGame>('here');
  const said: string[] = [];
  const log = new Log(table, ({ type }) => said.push(type));
  table.hear(frame(1, 'decided', 'shown'));
  expect([told(log), said]).toEqual([
    ['decided', 'shown'],
    ['decided', 'shown'],
  ]);
  log.stop();
  table.hear(frame(2, 'ended'));
  expect(told(log)).toEqual(['decided', 'shown']);
});

test('a replay that jumps knows what led there, and says nothing of it', () => {
  const table = new Table<PlainGame>('here');
  const said: string[] = [];
  const log = new Log(table, ({ type }) => said.push(type));
  table.hear(frame(1, 'decided'));
  table.past = [frame(1, 'decided'), frame(2, 'shown')];
  log.begin(table);
  expect([told(log), said]).toEqual([['decided', 'shown'], ['decided']]);
});

test('what was taken back says so', () => {
  const table = new Table<PlainGame>('here');
  const log = new Log(table, () => undefined);
  table.hear(frame(1, 'decided'));
  table.hear({ ...frame(2), taken_back: { seat: 1, number: 1 } });
  table.hear(frame(3, 'decided'));
  expect(log.lines.map(({ takenBack }) => takenBack)).toEqual([1, null]);
});
