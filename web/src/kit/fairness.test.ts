import { expect, test } from 'vitest';

import type { GameRecord, Outcome } from '../wire/protocol';
import { verdictOn } from './fairness';

const hex = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => (from + i).toString(16).padStart(2, '0')).join('');

// As the server's `FairDice` rolls them.
const COMMITMENT = 'fdeab9acf3710362bd2658cdc9a29e8f9c757fcf9811603a8c447cd1d9151108';
const OUTCOMES: Outcome[] = [
  [3, 'shuffle', 0, 36, 24],
  [3, 'shuffle', 1, 35, 28],
  [3, 'chief', 0, 6, 4],
];

function record(change: Partial<GameRecord> = {}): GameRecord {
  return {
    game: 'dive',
    players: [],
    options: {},
    moves: [],
    outcomes: OUTCOMES,
    hash: '',
    result: null,
    format: 1,
    proof: {
      type: 'fair',
      seed: hex(0, 32),
      salt: hex(32, 64),
      commitment: COMMITMENT,
      entropies: ['07'.repeat(32), '09'.repeat(32)],
    },
    ...change,
  };
}

test('an honest game is recomputed outcome by outcome', () => {
  expect(verdictOn(record(), COMMITMENT)).toEqual({ type: 'fair', outcomes: 3 });
});

test('the outcome that does not fit is named', () => {
  const steered: Outcome = [3, 'shuffle', 1, 35, 2];
  const found = verdictOn(record({ outcomes: [OUTCOMES[0] as Outcome, steered] }), COMMITMENT);
  expect(found).toEqual({ type: 'other-outcome', outcome: steered, expected: 28 });
});

test('another seed, another commitment and no proof are told apart', () => {
  const proof = record().proof;
  if (proof?.type !== 'fair') throw new Error('no proof');
  expect(verdictOn(record({ proof: { ...proof, seed: hex(1, 33) } }), COMMITMENT).type).toBe('other-seed');
  expect(verdictOn(record(), 'ff'.repeat(32)).type).toBe('other-commitment');
  expect(verdictOn(record({ proof: null }), COMMITMENT).type).toBe('no-proof');
});
