import { expect, test } from 'vitest';

import { overwriteGetLocale } from '../../../paraglide/runtime.js';
import { boxOf } from '../box/box';
import { GAMES, NAMES } from '../told/games.test-data';
import { turnsOf } from '../told/turns';
import { eventsWords, eventWords, isNoise } from './events';
import { turnWords } from './turns';

const LANGUAGES = ['en', 'de', 'nl'] as const;

/** "1 points", "2 point", in any language: a number and a word that do not go together. */
const SINGULAR =
  /(?<![\d.])1 (points|cards|moves|boats|gems|Punkte|Karten|Bewegungen|Boote|Steine|punten|kaarten|zetten|boten|stenen)\b/;
const PLURAL =
  /\b(0|[2-9]|\d\d+) (point|card|move|boat|gem|Punkt|Karte|Bewegung|Boot|Stein|punt|kaart|zet|boot|steen)\b/;

function isSaid(words: string): void {
  expect(words.trim()).not.toBe('');
  expect(words).not.toMatch(/undefined|NaN|\[object|\{|\}|blue_/);
  expect(words).not.toMatch(SINGULAR);
  expect(words).not.toMatch(PLURAL);
  expect(words).toMatch(/[.!]$/);
}

for (const language of LANGUAGES) {
  test.each(GAMES)(`every event of $options.scenario has its sentence: ${language}`, (game) => {
    overwriteGetLocale(() => language);
    const box = boxOf(game.options);
    for (const event of game.events) isSaid(eventWords(event, NAMES, box));
  });

  test.each(GAMES)(`every turn of $options.scenario is one line while it grows: ${language}`, (game) => {
    overwriteGetLocale(() => language);
    const box = boxOf(game.options);
    for (const { events } of turnsOf(game.events)) {
      for (let told = 1; told <= events.length; told += 1) {
        const words = turnWords(events.slice(0, told), NAMES, box);
        isSaid(words);
        expect(words.length).toBeLessThan(260);
      }
    }
  });
}

test('together the games tell of everything that can happen but having second thoughts', () => {
  const types = new Set(GAMES.flatMap(({ events }) => events.map(({ type }) => type)));
  expect(types).toContain('gem-scattered');
  expect(types).toContain('surfaced');
  expect(types).toContain('protected');
  const box = boxOf(GAMES[0]?.options ?? ({} as never));
  overwriteGetLocale(() => 'en');
  expect(eventWords({ type: 'reopened', seat: 0 }, NAMES, box)).toBe('Ada thinks again.');
  expect(eventWords({ type: 'reshuffled', cards: 1 }, NAMES, box)).toContain('1 discarded card ');
  expect(eventWords({ type: 'passed', seat: 1 }, NAMES, box)).toContain('Bo');
});

test('cards that come up together are told together', () => {
  overwriteGetLocale(() => 'en');
  const box = boxOf(GAMES[0]?.options ?? ({} as never));
  const came = (card: string, gem: 'red' | null) => ({ type: 'turned-up', card, gem }) as const;
  expect(eventsWords([came('ruby-seeker', 'red'), came('purser', null)], NAMES, box)).toBe(
    'New in the market: Ruby Seeker and Purser. Into the bag: red.',
  );
});

test('what is nobody’s business later is noise', () => {
  expect(isNoise({ type: 'ready', seat: 0 })).toBe(true);
  expect(isNoise({ type: 'crew-played', plays: [{ seat: 0, cards: [], vp: 0, last: false }] })).toBe(true);
  expect(isNoise({ type: 'turn-began', seat: 0, round: 2 })).toBe(false);
});
