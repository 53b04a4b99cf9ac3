/** The table that a page is about, for whatever on the page wants to know: the bar at the top shows its menu. */

import { getContext, setContext } from 'svelte';

import type { Lobby } from '../wire/protocol';
import type { Table } from './table.svelte';

export interface AtTable {
  readonly table: Table;
  readonly lobby: Lobby | null;
}

const KEY = Symbol('at the table');

export function sitAt(at: AtTable): void {
  setContext(KEY, at);
}

export function atTable(): AtTable | undefined {
  return getContext<AtTable | undefined>(KEY);
}
