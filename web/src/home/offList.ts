/** The tables that this device no longer lists. Nobody else hears of it, and the seats there stay. */

import { remember, remembered } from '../device/preferences.svelte';

const KEY = 'off-list';

export function offList(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(remembered(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

export function takeOff(table: string): void {
  keep([...offList().filter((each) => each !== table), table]);
}

export function putBack(table: string): void {
  keep(offList().filter((each) => each !== table));
}

/** Let go of those that the server has deleted meanwhile: their names never come again. */
export function tidyOffList(known: readonly string[]): void {
  const off = offList();
  const left = off.filter((each) => known.includes(each));
  if (left.length < off.length) keep(left);
}

function keep(tables: readonly string[]): void {
  remember(KEY, JSON.stringify(tables));
}
