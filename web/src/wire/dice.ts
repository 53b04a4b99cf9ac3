/**
 * This person's part in fair dice: 32 random bytes, of which the server gets the hash with "ready" and the bytes
 * themselves once everyone's hash is public. Plain HTTP has no `crypto.subtle`, so the hash is made here.
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

import { forget, remember, remembered } from '../device/preferences.svelte';

interface Promised {
  readonly commitment: string;
  readonly entropy: string;
}

export class DiceShare {
  private promised: Promised | null = null;

  constructor(private readonly table: string) {}

  /** New random bytes for dice with this commitment; gives their hash. */
  promise(commitment: string): string {
    const entropy = bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
    this.promised = { commitment, entropy };
    // A page that is loaded again must be able to reveal what it has announced.
    remember(this.key, JSON.stringify(this.promised));
    return hashOf(entropy);
  }

  /** What to reveal; null if the dice are not those, or the hash is not the one, that were agreed to. */
  reveal(commitment: string, hash: string | null): string | null {
    const promised = this.promised ?? this.kept();
    if (promised?.commitment !== commitment || hashOf(promised.entropy) !== hash) return null;
    return promised.entropy;
  }

  /** The game has begun, or the seed is another one. */
  drop(): void {
    this.promised = null;
    forget(this.key);
  }

  private get key(): string {
    return `dice.${this.table}`;
  }

  private kept(): Promised | null {
    return JSON.parse(remembered(this.key) ?? 'null') as Promised | null;
  }
}

/** SHA-256 of bytes in hexadecimal, in hexadecimal. */
export function hashOf(entropy: string): string {
  return bytesToHex(sha256(hexToBytes(entropy)));
}
