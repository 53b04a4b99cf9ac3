import { expect, test } from 'vitest';

import type { DeepBlueEvent } from '../../../wire/protocol';
import { boxOf } from '../box/box';
import { divesOf, racesOf } from './dives';
import { GAMES } from './games.test-data';
import { highlightsOf } from './highlights';
import { wayBetween } from './trails';
import { LINES, sinceLastTurn, turnsOf } from './turns';

test.each(GAMES)('the race of $options.scenario ends with the result', ({ options, events, vp }) => {
  const dives = divesOf(events, boxOf(options));
  const races = racesOf(dives, vp);
  expect(races.map((race) => race.at(-1))).toEqual(vp);
  expect(races.map((race) => race[0])).toEqual(vp.map(() => 0));
  for (const race of races) expect(race).toHaveLength(dives.length + 1);
});

test.each(GAMES)('a race of $options.scenario that was joined late still ends with the result', (game) => {
  const late = game.events.slice(Math.floor(game.events.length / 2));
  const races = racesOf(divesOf(late, boxOf(game.options)), game.vp);
  expect(races.map((race) => race.at(-1))).toEqual(game.vp);
});

test.each(GAMES)('whoever stays below in $options.scenario gets what the account says', (game) => {
  const box = boxOf(game.options);
  for (const dive of divesOf(game.events, box)) {
    for (const tally of dive.ended?.tallies ?? []) {
      const cards = dive.plays.filter(({ seat }) => seat === tally.seat);
      expect(cards.reduce((sum, { vp }) => sum + (vp ?? 0), 0)).toBe(tally.cards);
      if (dive.up.some(({ seat }) => seat === tally.seat)) expect(tally.gems).toBe(0);
    }
  }
});

test.each(GAMES)('highlights of $options.scenario are the greatest of their kind', ({ options, events }) => {
  const box = boxOf(options);
  const dives = divesOf(events, box);
  const { biggest, greed, card } = highlightsOf(dives, box);
  const totals = dives.flatMap(({ ended }) =>
    (ended?.tallies ?? []).map((tally) => tally.cards + tally.gems + tally.tile + tally.safe),
  );
  expect(biggest?.vp).toBe(Math.max(...totals));
  const losses = dives.flatMap(({ up }) => up.map(({ lost }) => lost));
  expect(greed?.lost ?? 0).toBe(Math.max(0, ...losses));
  expect(card === null || card.vp > 0).toBe(true);
});

test('someone driven up from a space of their own loses what it would have been worth', () => {
  const box = boxOf(GAMES[0]?.options ?? ({ chart: 'standard', own: null } as never));
  const tile = [...box.tiles.values()].find(({ spaces }) => spaces.includes('gold'));
  const space = tile?.spaces.indexOf('gold') ?? 0;
  const events: readonly DeepBlueEvent[] = [
    { type: 'steered', seat: 0, to: ['moonpool', null] },
    { type: 'moored', seat: 0, boat: 0, site: 'moonpool', space },
    { type: 'dive-began', leader: 0, site: 'moonpool', tile: tile?.id ?? '' },
    { type: 'drew', gems: ['gold', 'red'], hazards: [], scattered: false },
    { type: 'drew', gems: ['black'], hazards: [], scattered: false },
    { type: 'drew', gems: ['black'], hazards: ['black'], scattered: false },
    { type: 'surfaced', seat: 0, against: 'black' },
  ];
  expect(divesOf(events, box)[0]?.up).toEqual([{ seat: 0, against: 'black', lost: 5 + 4 }]);
});

test.each(GAMES)('turns of $options.scenario hold every event, and each is its captain’s', (game) => {
  const turns = turnsOf(game.events);
  expect(turns.flatMap(({ events }) => events)).toEqual(game.events);
  for (const turn of turns) {
    for (const event of turn.events) {
      if (['hired', 'renewed', 'sailed', 'rested', 'passed'].includes(event.type) && 'seat' in event) {
        expect(event.seat).toBe(turn.seat);
      }
    }
    expect(game.events[turn.from]).toBe(turn.events[0]);
  }
});

test.each(GAMES)(
  'since the last turn of a captain of $options.scenario: the others’, four at most',
  (game) => {
    const turns = turnsOf(game.events);
    for (let played = 1; played <= turns.length; played += 1) {
      for (let reader = 0; reader < game.players; reader += 1) {
        const since = sinceLastTurn(turns.slice(0, played), reader);
        expect(since.length).toBeLessThanOrEqual(LINES);
        expect(since.map(({ seat }) => seat)).not.toContain(reader);
      }
      expect(sinceLastTurn(turns.slice(0, played), null).length).toBeLessThanOrEqual(LINES);
    }
  },
);

test('ways lead along routes, and are as short as can be', () => {
  const { chart } = boxOf(GAMES[0]?.options ?? ({} as never));
  const near = new Set(chart.routes.flatMap(([one, other]) => [`${one}/${other}`, `${other}/${one}`]));
  for (const { id } of chart.places) {
    const way = wayBetween(chart, 'harbour', id);
    expect([way[0], way.at(-1)]).toEqual(['harbour', id]);
    for (const [at, place] of way.slice(1).entries()) expect(near).toContain(`${way[at]}/${place}`);
    expect(new Set(way).size).toBe(way.length);
  }
  expect(wayBetween({ ...chart, routes: [] }, 'harbour', 'moonpool')).toEqual(['harbour', 'moonpool']);
});
