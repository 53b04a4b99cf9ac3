/** What has happened at a plain table, as far as this page has seen it. */

import type { Table } from '../../table/table.svelte';
import type { PlainGame } from '../../wire/games';
import type { PlainEvent } from '../../wire/protocol';

const KEPT = 400;

export class Log {
  lines = $state.raw<readonly { readonly id: number; readonly event: PlainEvent }[]>([]);
  readonly stop: () => void;

  private count = 0;

  constructor(table: Table<PlainGame>, say: (event: PlainEvent) => void) {
    this.begin(table);
    this.stop = table.listen((events) => {
      this.add(events);
      events.forEach(say);
    });
  }

  /** Know all that led to where a replay has jumped to. */
  begin(table: Table<PlainGame>): void {
    this.lines = [];
    this.count = 0;
    this.add(table.past.flatMap(({ events }) => events));
  }

  private add(events: readonly PlainEvent[]): void {
    const lines = events.map((event) => ({ id: (this.count += 1), event }));
    this.lines = [...this.lines, ...lines].slice(-KEPT);
  }
}
