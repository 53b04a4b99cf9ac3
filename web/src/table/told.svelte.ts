/**
 * The told story of a table: every entry of its log as this reader was told it, from the first to the newest. The
 * server has it, so a page that was reloaded, or a guest who comes late, reads the same as who was there all along.
 */

import type { AnyGame } from '../wire/games';
import type { Recount, StoryNow, TakenBack } from '../wire/protocol';

export interface Told<G extends AnyGame = AnyGame> {
  readonly number: number;
  /** What stays in the story: while the game lasts, a game may tell some things only once (closed chests). */
  readonly events: readonly G['event'][];
  /** Set where this entry took another one back, whose events count no more: the story has them only here. */
  readonly taken_back?: TakenBack | null;
  readonly undone?: readonly G['event'][];
}

export class ToldStory<G extends AnyGame = AnyGame> {
  /** All entries, the oldest first, once they are all here. */
  entries = $state.raw<readonly Told<G>[]>([]);
  /** Whether every entry up to the newest is here. */
  whole = $state(true);
  /** Whether it is the story of a game that has ended: nothing is left out any more. */
  ended = $state(false);

  private read: Told<G>[] = [];
  private ahead: readonly Told<G>[] = [];
  private newest = 0;
  private asked = -1;

  /** `ask` asks the server for a page; without it everything is told by whoever owns the table. */
  constructor(private readonly ask: ((message: Recount) => void) | null = null) {}

  /** Everything that happened until now is this. */
  begin(entries: readonly Told<G>[], ended: boolean): void {
    this.read = entries
      .filter(({ number }) => number > 0)
      .map(({ number, events, taken_back }) => ({ number, events, taken_back: taken_back ?? null }));
    this.newest = this.last;
    this.ended = ended;
    this.publish();
  }

  /** Something has happened. */
  hear(number: number, events: readonly G['event'][], taken_back: TakenBack | null = null): void {
    if (number > this.last) this.ahead = [...this.ahead, { number, events, taken_back }];
    this.reach(number);
  }

  /** The log has come this far. */
  reach(number: number): void {
    if (this.ask && number < this.newest) this.forget();
    this.newest = number;
    this.settle();
  }

  /** The line is up again, and whatever was asked may be lost. */
  retry(): void {
    this.asked = -1;
    this.settle();
  }

  /** Read all of it anew: the game has ended and nothing is left out any more, or somebody else reads. */
  again(): void {
    this.forget();
    this.settle();
  }

  /** A page has come. */
  page(page: StoryNow): void {
    if (page.after !== this.last) return;
    if (page.ended !== this.ended) {
      // What was read before is not the whole of it.
      this.ended = page.ended;
      if (this.last > 0) {
        this.again();
        return;
      }
    }
    // A page has the events of its table's game.
    this.read.push(...(page.entries as readonly Told<G>[]));
    this.newest = Math.max(this.newest, page.number);
    this.asked = -1;
    this.settle();
  }

  private get last(): number {
    return this.read[this.read.length - 1]?.number ?? 0;
  }

  private forget(): void {
    this.read = [];
    this.ahead = [];
    this.asked = -1;
  }

  private settle(): void {
    for (const next of this.ahead) if (next.number === this.last + 1) this.read.push(next);
    this.ahead = this.ahead.filter(({ number }) => number > this.last);
    if (this.last >= this.newest || !this.ask) {
      this.publish();
      return;
    }
    this.whole = false;
    if (this.asked === this.last) return;
    this.asked = this.last;
    this.ask({ type: 'recount', after: this.last });
  }

  private publish(): void {
    this.entries = standing(this.read);
    this.whole = true;
  }
}

/** The story without what was taken back; that stands with the entry that took it back. */
function standing<G extends AnyGame>(read: readonly Told<G>[]): readonly Told<G>[] {
  const undone = new Set(read.flatMap(({ taken_back }) => (taken_back ? [taken_back.number] : [])));
  if (!undone.size) return [...read];
  const events = new Map(read.map((entry) => [entry.number, entry.events]));
  return read.map((entry) => {
    if (undone.has(entry.number)) return { ...entry, events: [] };
    if (!entry.taken_back) return entry;
    return { ...entry, undone: events.get(entry.taken_back.number) ?? [] };
  });
}
