import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { AMONG_BOTS, LONGEST, passing, SHORTEST } from './passing';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('someone with nothing to play is passed for within the same bounds as everyone', () => {
  for (const chance of [0, 0.5, 0.999]) {
    const pass = vi.fn();
    passing(pass, true, 0, () => chance);
    vi.advanceTimersByTime(SHORTEST - 1);
    expect(pass).not.toHaveBeenCalled();
    vi.advanceTimersByTime(LONGEST - SHORTEST + 1);
    expect(pass).toHaveBeenCalledOnce();
  }
});

test('it can be stopped, when the person has decided themselves', () => {
  const pass = vi.fn();
  passing(pass, true, 0, () => 0)();
  vi.advanceTimersByTime(LONGEST);
  expect(pass).not.toHaveBeenCalled();
});

test('among bots nobody waits for what nobody could read', () => {
  const pass = vi.fn();
  passing(pass, false, 0, () => 0.999);
  vi.advanceTimersByTime(AMONG_BOTS);
  expect(pass).toHaveBeenCalledOnce();
});
