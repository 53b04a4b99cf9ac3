import { beforeEach, expect, test, vi } from 'vitest';

import { DiceShare, hashOf } from './dice';

const COMMITMENT = 'c'.repeat(64);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test('the hash is SHA-256', () => {
  expect(hashOf('616263')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('what is revealed is what was announced, also after the page was loaded again', () => {
  const hash = new DiceShare('t').promise(COMMITMENT);
  const entropy = new DiceShare('t').reveal(COMMITMENT, hash);
  expect(entropy).toMatch(/^[0-9a-f]{64}$/);
  expect(hashOf(entropy ?? '')).toBe(hash);
  expect(new DiceShare('t').promise(COMMITMENT)).not.toBe(hash);
});

test('nothing is revealed for dice with another seed, for another hash, or once it is dropped', () => {
  const share = new DiceShare('t');
  const hash = share.promise(COMMITMENT);
  expect(share.reveal('d'.repeat(64), hash)).toBeNull();
  expect(share.reveal(COMMITMENT, hashOf('00'))).toBeNull();
  expect(share.reveal(COMMITMENT, null)).toBeNull();
  share.drop();
  expect(share.reveal(COMMITMENT, hash)).toBeNull();
});
