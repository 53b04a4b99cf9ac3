/** The table that a page is about, for whatever on the page wants to know: the bar at the top shows its menu. */

import { getContext, setContext } from 'svelte';

import type { GamePage } from './guest';
import type { Lobby } from '../wire/protocol';
import type { Table } from '../table/table.svelte';

export interface AtTable {
  readonly table: Table;
  readonly lobby: Lobby | null;
  /** The page of the game that is played there, once it is here. */
  readonly page: GamePage | null;
}

const KEY = Symbol('at the table');

export function sitAt(at: AtTable): void {
  setContext(KEY, at);
}

export function atTable(): AtTable | undefined {
  return getContext<AtTable | undefined>(KEY);
}
