import { globSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { gameOf, isRule, rulesAddress } from '../guests/address';
import { invite } from '../guests/guests';
import { GUESTS } from '../games/registry';
import { deepBlueRule } from '../games/deep-blue/words/phases';
import { diveRule } from '../games/dive/words/phases';
import { parse, type Rulebook } from '../words/rulebook';
import { found, marked, textOf, wordsOf } from '../words/search';

invite(GUESTS);

const read = (game: string) => parse(readFileSync(`../docs/rules/${game}.md`, 'utf-8'));
const DIVE = read('dive');
const DEEP_BLUE = read('deep-blue');

const clauses = (book: Rulebook) =>
  book.sections.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'clause' ? [part] : [])));
const ids = (sections: Rulebook['sections']) => clauses({ ...DIVE, sections }).map(({ id }) => id);
const anchors = new Set(
  [DIVE, DEEP_BLUE].flatMap((book) => [...clauses(book), ...book.sections].map(({ id }) => id)),
);

describe('the page of rules', () => {
  test('is cut into sections and clauses', () => {
    expect(DIVE.title).toBe('Dive');
    expect(DIVE.sections[2]).toMatchObject({ id: 'D3', title: 'Phase 1: Program' });
    expect(clauses(DIVE)[0]?.id).toBe('D1.1');
    expect(textOf(clauses(DIVE).find(({ id }) => id === 'D4.6')?.runs ?? [])).toBe(
      'A green turtle carries you 1 space, a red one 2, in tranquil and in deep waters alike.',
    );
  });
  test('keeps the worked round, and what is only for programmers stays out', () => {
    const last = DIVE.sections.at(-1);
    expect(last?.title).toBe('A round to look at');
    expect(last?.parts.map((part) => part.type === 'aside' && part.number)).toContain(3);
    const all = JSON.stringify([DIVE, DEEP_BLUE]);
    for (const word of ['No code of its own', 'where-each-clause-lives', 'dive.cards', '<a id', '](']) {
      expect(all).not.toContain(word);
    }
  });
  test('leads only to clauses that are there', () => {
    for (const book of [DIVE, DEEP_BLUE]) {
      const parts = book.sections.flatMap((section) => section.parts.flatMap(({ runs }) => runs));
      for (const run of parts) {
        if (typeof run !== 'string' && run.type === 'clause') expect(anchors).toContain(run.clause);
      }
    }
  });
});

test.each(['de', 'nl'])('the rules in %s have the same sections, clauses and examples', (language) => {
  for (const [game, english] of [
    ['dive', DIVE],
    ['deep-blue', DEEP_BLUE],
  ] as const) {
    const shape = ({ intro, sections }: Rulebook) => [
      intro.length,
      sections.map(({ id, parts }) => [
        id,
        parts.map((part) => (part.type === 'clause' ? part.id : part.number)),
        parts.map(({ runs }) => runs.map((run) => (typeof run === 'string' ? '' : run.type)).join('')),
      ]),
    ];
    expect(shape(read(`${language}/${game}`))).toEqual(shape(english));
  }
});

describe('search', () => {
  test('finds a clause by all words, in any order, and by its number', () => {
    expect(ids(found(DIVE, 'MANTA 15'))).toEqual(['D4.7', 'D4.8']);
    expect(ids(found(DIVE, '15 manta'))).toEqual(['D4.7', 'D4.8']);
    expect(ids(found(DIVE, 'd4.10'))).toEqual(['D4.10']);
    expect(found(DIVE, 'submarine')).toEqual([]);
    expect(found(DIVE, ' ')).toBe(DIVE.sections);
  });
  test('is blind to accents and case, and marks what is really written', () => {
    expect(wordsOf('Größe  Één')).toEqual(['grosse', 'een']);
    expect(marked('Die Größe', ['gross'])).toEqual([
      { text: 'Die ', hit: false },
      { text: 'Größ', hit: true },
      { text: 'e', hit: false },
    ]);
    expect(marked('één een', ['een']).filter(({ hit }) => hit)).toHaveLength(2);
    expect(marked('plain', [])).toEqual([{ text: 'plain', hit: false }]);
  });
});

describe('the ways to a rule', () => {
  test('go by the letter of the clause; a refusal of the server has none', () => {
    expect(rulesAddress('D3.2')).toBe('/rules/dive#D3.2');
    expect(rulesAddress('B10')).toBe('/rules/deep-blue#B10');
    expect(gameOf('B1.1')?.name).toBe('deep-blue');
    expect([isRule('D3.2'), isRule('')]).toEqual([true, false]);
  });
  test('stand beside every refusal that can rest on a rule', () => {
    // A table that is not there, a code, a personal link, a record, a lesson: the server refuses these, no rule does.
    // The rules of a plain game are not here.
    const noRule = [
      'lobby/TablePage',
      'home/OtherTables',
      'games/plain/PlainTable',
      'learn/Lesson',
      'replay/ReplayPage',
      'kit/AdviceCard',
      'review/ReviewPage',
      'seats/PersonalLink',
    ];
    const without = globSync('src/**/*.svelte').filter((path) => {
      const text = readFileSync(path, 'utf-8');
      return text.includes('refusalWords(') && !text.includes('<Why ');
    });
    expect(without.sort()).toEqual(noRule.map((name) => `src/${name}.svelte`).sort());
  });
  test('lead from every phase of both games to a place that there is', () => {
    const dive = (phase: unknown, children: boolean, diving = false) =>
      diveRule({ phase, options: { children } } as Parameters<typeof diveRule>[0], diving);
    const phases = [
      { type: 'choosing' },
      { type: 'programming' },
      { type: 'over', ended: { why: 'stone' } },
      { type: 'over', ended: { why: 'stack' } },
    ];
    for (const phase of phases) {
      for (const children of [true, false]) {
        expect(anchors).toContain(dive(phase, children));
        expect(anchors).toContain(dive(phase, children, true));
      }
    }
    const named = globSync('src/games/*/words/phases.ts').flatMap(
      (path) => readFileSync(path, 'utf-8').match(/'[DB]\d+(\.\d+)?'/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(20);
    for (const clause of named) expect(anchors).toContain(clause.slice(1, -1));
    expect(deepBlueRule({ type: 'over' } as never, { paying: 'none', scoring: true })).toBe('B9');
  });
  test('pieces are shown for clauses that there are', () => {
    const named = globSync('src/games/*/rules/*Pieces.svelte').flatMap(
      (path) => readFileSync(path, 'utf-8').match(/'[DB]\d+\.\d+'/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(20);
    for (const clause of named) expect(anchors).toContain(clause.slice(1, -1));
  });
});
