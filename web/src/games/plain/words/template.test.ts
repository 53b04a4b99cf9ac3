import { describe, expect, test } from 'vitest';

import { beginning, filled, valueAt, type Speaker } from './template';

const SPEAKER: Speaker = {
  value: (value) => (value === null ? '–' : Array.isArray(value) ? value.join(', ') : String(value)),
  name: (seat) => ['Ada', 'Bob'][seat] ?? '?',
};
const say = (template: string, given: Parameters<typeof filled>[1]) => filled(template, given, SPEAKER);

describe('a sentence', () => {
  test('without places stays as it is', () => {
    expect(say('Keep it.', {})).toBe('Keep it.');
  });
  test('is filled with values, also from within', () => {
    expect(say('{a} and {b.c} of {d.1}', { a: 1, b: { c: 'two' }, d: [3, 4] })).toBe('1 and two of 4');
    expect(say('The numbers are {numbers}.', { numbers: [3, 5] })).toBe('The numbers are 3, 5.');
  });
  test('names players by their seats', () => {
    expect(say('{@seat} beats {@others}', { seat: 1, others: [0, 1] })).toBe('Bob beats Ada, Bob');
    expect(say('{@nobody}', { nobody: null })).toBe('–');
  });
  test('says one thing if something is true and another if not', () => {
    const template = '{@seat} {again?draws again|keeps the number}.';
    expect(say(template, { seat: 0, again: true })).toBe('Ada draws again.');
    expect(say(template, { seat: 0, again: false })).toBe('Ada keeps the number.');
    expect(say('{list?some|none}{zero?some|none}{gone?some|none}', { list: [], zero: 0 })).toBe(
      'nonenonenone',
    );
    expect(say('{on?on|}', { on: false })).toBe('');
  });
  test('counts', () => {
    expect(say('{n#one stone|# stones}', { n: 1 })).toBe('one stone');
    expect(say('{n#one stone|# stones}', { n: 0 })).toBe('0 stones');
    expect(say('{cards## card|# cards}', { cards: ['a', 'b'] })).toBe('2 cards');
  });
  test('with something missing has a dash there, and what is no place stays', () => {
    expect(say('{gone} {a.b.c} { } {}', { a: 1 })).toBe('– – – {}');
  });
  test('does not fill in what was filled in', () => {
    expect(say('{name}', { name: '{secret} $&', secret: 1 })).toBe('{secret} $&');
  });
});

test('sentences are grouped by what they begin with', () => {
  expect(beginning('Take {n#one stone|# stones}')).toBe('Take');
  expect(beginning('{@seat} passes')).toBe('');
  expect(beginning('Pass')).toBe('Pass');
});

test('a path leads into lists and objects, or nowhere', () => {
  expect(valueAt({ a: [{ b: 7 }] }, 'a.0.b')).toBe(7);
  expect(valueAt({ a: 1 }, 'a.b')).toBe(null);
});
