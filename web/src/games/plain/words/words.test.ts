import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { preferences } from '../../../device/preferences.svelte';
import { levelWord } from '../../../words/seats';
import { plainGuest } from '../guest';
import { capital, humanised } from './words.svelte';
import { wordsOf } from './wordsOf';

const BROUGHT = {
  en: {
    title: 'Currents',
    'action.draw-again': 'Draw again',
    'action.take': 'Take {n#one stone|# stones}',
    'event.decided': '{@seat} {again?draws again|keeps the number}.',
    'view.number': 'Your number',
    'view.secret': '-',
    'value.north': 'the north',
    'refusal.decided': 'You have decided already.',
    'option.highest': 'Highest number',
    'level.sailor': 'Sailor',
  },
  de: { title: 'Gezeiten' },
};

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(BROUGHT))));
});
afterEach(() => {
  vi.unstubAllGlobals();
  preferences.locale = 'en';
});

test('a game is called as it says, in the reader’s language or else in English', async () => {
  const words = wordsOf('currents');
  expect(words.title()).toBe('Currents');
  await words.fetch();
  preferences.locale = 'de';
  expect(words.title()).toBe('Gezeiten');
  expect(words.label('number')).toBe('Your number');
  expect(levelWord('sailor')).toBe('Sailor');
});

test('what it has no words for is called by its own name', async () => {
  const words = wordsOf('currents');
  await words.fetch();
  const names = ['Ada', 'Bob'];
  expect(words.action({ type: 'draw-again' }, names)).toBe('Draw again');
  expect(words.action({ type: 'take', n: 3 }, names)).toBe('Take 3 stones');
  expect(words.action({ type: 'swim-off', to: 'north', fast: true }, names)).toBe(
    'Swim off: to the north, fast yes',
  );
  expect(words.event({ type: 'decided', seat: 1, again: false }, names)).toBe('Bob keeps the number.');
  expect(words.event({ type: 'ebb' }, names)).toBe('Ebb');
  expect(words.kind('take')).toBe('Take');
  expect([words.label('secret'), words.label('phase.turn_number')]).toEqual([null, 'Turn number']);
  expect(words.option('lowest')).toBe('Lowest');
  expect([words.value(null), words.value([1, 'a-b', []]), words.value({ type: 'x', of: 2 })]).toEqual([
    '–',
    '1, a b, –',
    'x, of 2',
  ]);
});

test('without words nothing breaks, and they are asked for again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('down')));
  const words = wordsOf('dark-waters');
  await words.fetch();
  expect(words.title()).toBe('Dark waters');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(BROUGHT))));
  await words.fetch();
  expect(words.title()).toBe('Currents');
});

test('a refusal is said in the game’s words, and a rule without words as the server says it', async () => {
  const guest = plainGuest('currents');
  await wordsOf('currents').fetch();
  const refused = (code: string, clause: string) =>
    guest.refused({ code, clause, text: 'So it is.', values: {} } as unknown as Parameters<
      typeof guest.refused
    >[0]);
  expect(refused('decided', 'T2')).toBe('You have decided already.');
  expect(refused('new-rule', 'T3')).toBe('So it is.');
  expect(refused('stale', '')).toBe(null);
});

test('an action is still possible while it is on the menu', () => {
  const { stillPossible } = plainGuest('currents');
  const menu = { type: 'plain', count: 1, actions: [{ type: 'keep' }], forms: [], refusal: null } as const;
  expect(stillPossible({ type: 'keep' }, menu)).toBe(true);
  expect(stillPossible({ type: 'draw-again' }, menu)).toBe(false);
});

test('names of programs are read as people would write them', () => {
  expect(humanised('draw-again')).toBe('draw again');
  expect(humanised('What? -- this_one')).toBe('What? -- this_one');
  expect(capital('élan')).toBe('Élan');
});
