/** What each beat says: of scripted dives with every kind of outcome, and of the engine's own rounds by chance. */

import { describe, expect, test } from 'vitest';

import type { DiveEvent, DiveLifted, DiveProgram, DiveRested, DiveRevealed } from '../../../wire/protocol';
import { caption, noteFor } from './captions';
import { beats, levelsOf, sceneAt, type Round, type Standing } from './round';
import toldRounds from './told.json';
import { hasShark, sums, total, verdicts } from './verdicts';

const NAMES = ['Ada', 'Bob'];

/** A program of one token on each level; a capital S is a shark. */
function program(levels: string, more: Partial<DiveProgram> = {}): DiveProgram {
  return {
    type: 'program',
    levels: [...levels].map((face, depth) =>
      face === 'S' ? { plain: [], shark: [depth + 1] } : { plain: [depth + 1], shark: [] },
    ),
    clownfish: null,
    anglerfish: null,
    ...more,
  };
}

function revealed(...programs: DiveRevealed['programs']): DiveRevealed {
  return { type: 'revealed', round: 1, programs, chief: null, bubbles: [] };
}

function lifted(level: number, more: Partial<DiveLifted>): DiveLifted {
  return {
    type: 'lifted',
    level,
    kind: 'nothing',
    right: [],
    wrong: [],
    lost_all: [],
    raced: [],
    helped: null,
    spaces: 0,
    bubbles: [],
    ...more,
  };
}

function rested(spaces: number[], pawns: number[], more: Partial<DiveRested> = {}): DiveRested {
  return { type: 'rested', spaces, pawns, chief_spaces: 0, chief: null, stopped: [], ...more };
}

/** What Ada is told at each beat, as far as it is asked for. */
function told(round: Round, before: Standing, ...types: string[]): string[] {
  return beats(round).flatMap(({ type }, at) => {
    const scene = sceneAt(round, before, at);
    if (!scene || !types.includes(type)) return [];
    const { title, detail } = caption(scene, round, { you: 0, names: NAMES });
    return [`${title} | ${detail}`];
  });
}

const SURFACE: Standing = { pawns: [0, 0], chief: null };

describe('what Ada is told', () => {
  test('right and wrong, in tranquil and in deep waters', () => {
    const start = revealed(program('.S.'), program('...'));
    const first = lifted(1, { right: [0, 1] });
    const wrong = lifted(2, {
      kind: 'green',
      wrong: [0],
      right: [1],
      raced: [{ who: 1, speed: 2 }],
      helped: 1,
      spaces: 1,
    });
    expect(told([start, first, wrong], SURFACE, 'judge')).toEqual([
      'Nothing here, as you said. | You go on to level 2. Right: Bob.',
      'A green turtle. You said: shark. | Your dive ends at level 2: 1 level is kept. Right: Bob.',
    ]);
    const deep = lifted(2, { ...wrong, lost_all: [0] });
    expect(told([start, first, deep], { pawns: [18, 0], chief: null }, 'judge')[1]).toBe(
      'A green turtle. You said: shark. | You are in deep waters: your dive ends at level 2, and everything is lost. Right: Bob.',
    );
    const shark = lifted(1, { kind: 'shark', wrong: [0, 1] });
    expect(told([start, shark], SURFACE, 'judge')).toEqual([
      'A shark! You said: no shark. | Your dive ends at level 1: no level is kept. Wrong: Bob.',
    ]);
  });

  test('a tie is a tie', () => {
    const tie = lifted(1, {
      kind: 'red',
      right: [0, 1],
      raced: [
        { who: 0, speed: 7 },
        { who: 1, speed: 7 },
      ],
    });
    expect(told([revealed(program('.'), program('.')), tie], SURFACE, 'help')).toEqual([
      '7 and 7: a tie, so nobody. | The red turtle swims off alone.',
    ]);
  });

  test('the manta stops at 15, and does nothing for the leader or in deep waters', () => {
    const start = revealed(program('.'), program('.'));
    const manta = (spaces: number) =>
      lifted(1, {
        kind: 'manta',
        right: [0, 1],
        raced: [
          { who: 0, speed: 9 },
          { who: 1, speed: 1 },
        ],
        helped: 0,
        spaces,
      });
    const at = (...pawns: number[]): Standing => ({ pawns, chief: null });
    expect(told([start, manta(5)], at(10, 17), 'help')).toEqual([
      'You are fastest, with 9. | The manta ray carries you 5 spaces down, to 15. It goes no deeper than 15.',
    ]);
    expect(told([start, manta(2)], at(13, 15), 'help')[0]).toBe(
      'You are fastest, with 9. | The manta ray carries you 2 spaces down, to 15.',
    );
    expect(told([start, manta(0)], at(10, 3), 'help')[0]).toContain('Nobody is ahead to swim to');
    expect(told([start, manta(0)], at(16, 18), 'help')[0]).toContain('goes no deeper than 15');
  });

  test('the chief alone at a level, and bubbles over his levels', () => {
    const start: DiveRevealed = { ...revealed(program('.')), chief: { speeds: [2, 3, 4, 6], yellow: [4] } };
    const first = lifted(1, { right: [0] });
    const second = lifted(2, {
      kind: 'red',
      raced: [{ who: 'chief', speed: 3 }],
      helped: 'chief',
      spaces: 2,
      bubbles: [4],
    });
    const lines = told([start, first, second], { pawns: [0], chief: 14 }, 'lift', 'help');
    expect(lines[1]).toBe('A red turtle. | Only the village chief dives this far.');
    expect(lines[2]).toContain('Village chief is alone down here.');
    expect(lines[2]).toContain("Bubble tokens cover the chief's levels 4.");
  });

  test('the anglerfish is faster than anyone, whatever its number', () => {
    const start = revealed(program('.....', { anglerfish: 'plain' }), program('.....'));
    const sixth = lifted(6, {
      kind: 'green',
      right: [0],
      raced: [{ who: 0, speed: 0 }],
      helped: 0,
      spaces: 1,
    });
    expect(told([start, sixth], SURFACE, 'help')[0]).toContain('Your anglerfish is faster than anyone.');
  });

  test('the sum at Rest: helpers, dolphins, levels, and the great white shark', () => {
    const help = lifted(1, {
      kind: 'red',
      right: [0, 1],
      raced: [{ who: 0, speed: 9 }],
      helped: 0,
      spaces: 2,
    });
    const start = revealed(program('...'), program('.'));
    expect(told([start, help, rested([3, 1], [5, 1])], SURFACE, 'rest')).toEqual([
      '2 from the red turtle + 3 levels kept = 5 | You stand on space 5 now.',
    ]);
    const dolphins: DiveEvent = { type: 'dolphins-returned', seat: 0, to: 1, spaces: 1 };
    expect(told([start, dolphins, rested([1, 1], [2, 1])], SURFACE, 'dolphins', 'rest')).toEqual([
      'Bob made no mistake: the dolphins carry Ada one space. | ',
      '1 from the dolphins + 1 level kept = 2 | You stand on space 2 now.',
    ]);
    expect(told([start, rested([0, 1], [0, 1], { stopped: [0] })], SURFACE, 'rest')[0]).toBe(
      'No level is kept. | The great white shark holds you back: you do not move in Rest. You stay on space 0.',
    );
  });

  test('children lose one level and go on', () => {
    const start = revealed(
      { type: 'faces', faces: ['plain', 'plain'] },
      { type: 'faces', faces: ['shark', 'plain'] },
    );
    const first = lifted(1, { kind: 'shark', wrong: [0], right: [1] });
    expect(told([start, first], SURFACE, 'judge')).toEqual([
      'A shark! You said: no shark. | Only this level is lost. The next one counts again. Right: Bob.',
    ]);
  });

  test('the end: the stone and the feast', () => {
    const end: DiveEvent = { type: 'ended', why: 'stone', winners: [0] };
    const round = [revealed(program('.')), rested([1], [23]), end];
    expect(told(round, { pawns: [22], chief: null }, 'end')[0]).toMatch(/^You bring up the stone! \| Fires/);
  });
});

describe("rounds of the engine's own, by chance", () => {
  const rounds = toldRounds as unknown as { before: Standing; events: Round }[];

  test('there are many, of every kind', () => {
    expect(rounds.length).toBeGreaterThan(150);
    const kinds = new Set(rounds.flatMap(({ events }) => events.map((event) => event.type)));
    expect(kinds).toContain('dolphins-returned');
  });

  test('no sentence disagrees with the events', () => {
    for (const { before, events } of rounds) {
      const rest = events.find((event): event is DiveRested => event.type === 'rested');
      const cards = events.filter((event): event is DiveLifted => event.type === 'lifted');
      const start = events.find((event): event is DiveRevealed => event.type === 'revealed');
      if (!rest || !start) throw new Error('a round without an end');
      const children = start.programs.some((one) => one.type === 'faces');
      for (const card of cards) {
        verdicts(events, card.level).forEach((verdict, seat) => {
          if (verdict.type !== 'right' && verdict.type !== 'wrong') return;
          expect(verdict.type === 'right').toBe(card.right.includes(seat));
          expect(verdict.said === hasShark(card)).toBe(verdict.type === 'right');
        });
      }
      // What somebody was told to keep is what they move in Rest.
      start.programs.forEach((one, seat) => {
        const mine = cards.filter((card) => card.right.includes(seat) || card.wrong.includes(seat));
        const last = mine[mine.length - 1];
        const verdict = last && verdicts(events, last.level)[seat];
        if (!last || (verdict?.type !== 'right' && verdict?.type !== 'wrong')) return;
        if (!rest.stopped.includes(seat)) expect(verdict.kept).toBe(rest.spaces[seat]);
        if (verdict.type === 'right' && !children) {
          expect(verdict.on).toBe(levelsOf(one).length > last.level);
        }
      });
      // The sum is how far the pawn came.
      for (const sum of sums(events, before)) expect(sum.from + total(sum)).toBe(sum.to);
      // Pawns on the board stand where the engine says, and every beat has something to say to everyone.
      const all = beats(events);
      const end = sceneAt(events, before, all.length - 1);
      expect(end?.pawns).toEqual(rest.pawns);
      expect(end?.chief).toEqual(rest.chief);
      for (let at = 0; at < all.length; at += 1) {
        const scene = sceneAt(events, before, at);
        if (!scene) throw new Error('a beat without a scene');
        for (const you of [null, ...start.programs.keys()]) {
          const { title, detail } = caption(scene, events, { you, names: [] });
          expect(title).not.toBe('');
          expect(title + detail).not.toMatch(/undefined|NaN|null|[{}]/);
        }
        start.programs.forEach((_, seat) => {
          expect(noteFor(seat, scene, events, [])).not.toMatch(/undefined|NaN|[{}]/);
        });
      }
    }
  });
});
