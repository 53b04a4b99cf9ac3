/** What has happened at a plain table, as far as this page has seen it. */

import type { Table } from '../../table/table.svelte';
import type { PlainGame } from '../../wire/games';
import type { PlainEvent, TakenBack } from '../../wire/protocol';

const KEPT = 400;

export interface Line {
  readonly id: number;
  /** The entry of the log. */
  readonly number: number;
  readonly event: PlainEvent;
  /** Who took it back, where somebody did. */
  readonly takenBack: number | null;
}

export class Log {
  lines = $state.raw<readonly Line[]>([]);
  readonly stop: () => void;

  private count = 0;

  constructor(table: Table<PlainGame>, say: (event: PlainEvent) => void) {
    this.begin(table);
    this.stop = table.listen((events, _before, _after, number) => {
      this.add(number, events, table.takenBack);
      events.forEach(say);
    });
  }

  /** Know all that led to where a replay has jumped to. */
  begin(table: Table<PlainGame>): void {
    this.lines = [];
    this.count = 0;
    for (const { number, events, taken_back } of table.past) this.add(number, events, taken_back);
  }

  private add(number: number, events: readonly PlainEvent[], takenBack: TakenBack | null): void {
    const lines = events.map((event) => ({ id: (this.count += 1), number, event, takenBack: null }));
    this.lines = [...this.lines, ...lines]
      .slice(-KEPT)
      .map((line) => (line.number === takenBack?.number ? { ...line, takenBack: takenBack.seat } : line));
  }
}
