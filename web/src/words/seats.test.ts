import { afterAll, expect, test } from 'vitest';

import { m } from '../paraglide/messages.js';
import { locales, overwriteGetLocale } from '../paraglide/runtime.js';
import type { Lobby } from '../wire/protocol';
import { levelWord, seatNames } from './seats';

type Seats = Lobby['seats'];

const LEVELS = ['random', 'snorkeler', 'diver', 'captain', 'leviathan'];
const SEATS = 5;
/** As many as ever sit beside each other, and more: every name that a bot can have. */
const EVERY = 12;

const bot = (level: string, instead_of = '') => ({ type: 'bot', level, instead_of }) as Seats[number];
const person = (name: string) => ({ type: 'person', name }) as Seats[number];
const bots = (count: number) => Array.from({ length: count }, (_, seat) => bot(LEVELS[seat % 5] ?? ''));
const called = (seats: Seats) => seatNames(seats).map((name) => name.replace(/ \(.*$/, ''));

afterAll(() => overwriteGetLocale(() => 'en'));

test('no bot is called like a level, in any language', () => {
  for (const locale of locales) {
    overwriteGetLocale(() => locale);
    const levels = LEVELS.flatMap((level) => [level, levelWord(level).toLowerCase()]);
    const names = new Set(called(bots(EVERY)));
    expect(names.size).toBe(10);
    for (const name of names) expect(levels).not.toContain(name.toLowerCase());
    expect(seatNames(bots(1))[0]).toBe(m.bot_called({ name: called(bots(1))[0] ?? '' }));
  }
});

test('no bot is called like a person at the table, or like the one whose seat it has', () => {
  for (const taken of new Set(called(bots(EVERY)))) {
    for (const name of [taken, taken.toUpperCase(), `${taken} of the Sea`]) {
      const rest = bots(SEATS - 1);
      expect(called([person(name), ...rest]).slice(1)).not.toContain(taken);
      expect(called([...rest, person(name)]).slice(0, -1)).not.toContain(taken);
      expect(called([bot('diver', name), ...rest])).not.toContain(taken);
    }
  }
});

test('no two bots at a table have the same name', () => {
  for (let count = 1; count <= SEATS; count += 1) expect(new Set(called(bots(count))).size).toBe(count);
});

test('people who take all names at once still leave some for the bots', () => {
  const people = ['Marlin Pearl Otto Isla', 'Jonas Nerine Wilbur', 'Ondine Tamsin Barnaby'];
  const names = called([...people.map(person), ...bots(2)]).slice(3);
  expect(new Set(names).size).toBe(2);
  for (const name of names) {
    expect(people).not.toContain(name);
    expect(LEVELS.map(levelWord)).not.toContain(name);
  }
});
