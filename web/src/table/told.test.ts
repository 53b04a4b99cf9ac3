import { expect, test } from 'vitest';

import type { PlainGame } from '../wire/games';
import type { Recount, StoryNow } from '../wire/protocol';
import { ToldStory } from './told.svelte';

function story() {
  const asked: Recount[] = [];
  return { told: new ToldStory<PlainGame>((message) => asked.push(message)), asked };
}

function page(after: number, until: number, number: number, ended = false): StoryNow {
  const entries = [];
  for (let next = after + 1; next <= until; next += 1) {
    entries.push({ number: next, events: [{ type: ended ? 'open' : 'told' }], taken_back: null });
  }
  return { type: 'story', after, entries, number, ended } as StoryNow;
}

const numbers = (told: ToldStory<PlainGame>) => told.entries.map(({ number }) => number);

test('who comes late asks for the story page by page, and shows it once it is whole', () => {
  const { told, asked } = story();
  told.reach(5);
  expect([asked, told.whole, numbers(told)]).toEqual([[{ type: 'recount', after: 0 }], false, []]);
  told.page(page(0, 3, 5));
  expect([asked.length, numbers(told)]).toEqual([2, []]);
  told.page(page(3, 5, 5));
  expect([told.whole, numbers(told)]).toEqual([true, [1, 2, 3, 4, 5]]);
});

test('what happens meanwhile is not lost, and not told twice', () => {
  const { told, asked } = story();
  told.reach(2);
  told.hear(3, [{ type: 'heard' }]);
  told.page(page(0, 2, 2));
  expect([asked.length, numbers(told)]).toEqual([1, [1, 2, 3]]);
  told.page(page(0, 3, 3));
  told.hear(3, [{ type: 'heard' }]);
  expect(numbers(told)).toEqual([1, 2, 3]);
});

test('who is there from the beginning asks for nothing', () => {
  const { told, asked } = story();
  told.reach(0);
  told.hear(1, []);
  told.hear(2, []);
  expect([asked, numbers(told)]).toEqual([[], [1, 2]]);
});

test('a question that was lost with the line is asked again', () => {
  const { told, asked } = story();
  told.reach(2);
  told.retry();
  expect(asked.length).toBe(2);
});

test('when the game has ended the story is read anew: nothing is left out any more', () => {
  const { told, asked } = story();
  told.hear(1, [{ type: 'told' }]);
  told.again();
  expect([asked, told.ended, told.entries[0]?.events[0]?.type]).toEqual([
    [{ type: 'recount', after: 0 }],
    false,
    'told',
  ]);
  told.page(page(0, 1, 1, true));
  expect([told.ended, told.whole, told.entries[0]?.events[0]?.type]).toEqual([true, true, 'open']);
});

test('what was taken back counts no more: it stands with the entry that took it back', () => {
  const { told } = story();
  told.hear(1, [{ type: 'hired' }]);
  told.hear(2, [], { seat: 0, number: 1 });
  told.hear(3, [{ type: 'rested' }]);
  expect(told.entries.map(({ events }) => events)).toEqual([[], [], [{ type: 'rested' }]]);
  expect(told.entries[1]?.undone).toEqual([{ type: 'hired' }]);
});

test('who comes late reads of it as who was there', () => {
  const { told } = story();
  told.reach(2);
  told.page({
    type: 'story',
    after: 0,
    entries: [
      { number: 1, events: [{ type: 'hired' }], taken_back: null },
      { number: 2, events: [], taken_back: { seat: 0, number: 1 } },
    ],
    number: 2,
    ended: false,
  } as unknown as StoryNow);
  expect(told.entries.map(({ events, undone }) => [events, undone])).toEqual([
    [[], undefined],
    [[], [{ type: 'hired' }]],
  ]);
});
