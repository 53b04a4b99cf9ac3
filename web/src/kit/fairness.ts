/**
 * Recomputes, from the record of a game that is over, everything that chance decided.
 *
 * The seed was committed to before the first move, and every outcome follows from it, from what the players added, and
 * from the outcome's label (the server's `fathom.table.dice`). What was done with the outcomes, `fathom verify` replays.
 */

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

import type { FairProof, GameRecord, Outcome } from '../wire/protocol';

export type Verdict =
  | { readonly type: 'fair'; readonly outcomes: number }
  /** There is nothing to recompute from. */
  | { readonly type: 'no-proof' }
  /** The seed is not the one that was committed to. */
  | { readonly type: 'other-seed' }
  /** The commitment is not the one that this page was shown before the game. */
  | { readonly type: 'other-commitment' }
  /** This outcome does not follow from the seed; it should have been `expected`. */
  | { readonly type: 'other-outcome'; readonly outcome: Outcome; readonly expected: number };

export function verdictOn(record: GameRecord, shown: string): Verdict {
  const { proof } = record;
  if (proof?.type !== 'fair') return { type: 'no-proof' };
  if (proof.commitment !== shown) return { type: 'other-commitment' };
  const committed = bytesToHex(sha256(concatBytes(hexToBytes(proof.seed), hexToBytes(proof.salt))));
  if (committed !== proof.commitment) return { type: 'other-seed' };
  for (const outcome of record.outcomes) {
    const expected = rolled(proof, outcome);
    if (expected !== outcome[4]) return { type: 'other-outcome', outcome, expected };
  }
  return { type: 'fair', outcomes: record.outcomes.length };
}

const WHOLE = 2n ** 64n;

/** The first eight bytes of HMAC-SHA256(seed, entropies ‖ label ‖ k), with k counted up past the unfair last stretch. */
function rolled(proof: FairProof, [number, purpose, index, sides]: Outcome): number {
  const seed = hexToBytes(proof.seed);
  const message = concatBytes(
    ...proof.entropies.map(hexToBytes),
    utf8ToBytes(`${number}/${purpose}/${index}`),
  );
  const unbiased = WHOLE - (WHOLE % BigInt(sides));
  for (let k = 0; ; k += 1) {
    const digest = hmac(sha256, seed, concatBytes(message, new Uint8Array([k >>> 24, k >>> 16, k >>> 8, k])));
    const value = BigInt(`0x${bytesToHex(digest.slice(0, 8))}`);
    if (value < unbiased) return Number(value % BigInt(sides));
  }
}
