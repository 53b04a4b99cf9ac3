/** What is said at a table: its words, what was said just now, and what nobody here has read yet. */

import { m } from '../paraglide/messages.js';
import type { Table } from '../table/table.svelte';
import type { SayPhrase, Spoken } from '../wire/protocol';

export type Phrase = SayPhrase['phrase'];

export const PHRASES: { readonly [phrase in Phrase]: () => string } = {
  hello: m.talk_hello,
  'good-luck': m.talk_good_luck,
  'have-fun': m.talk_have_fun,
  'well-played': m.talk_well_played,
  thanks: m.talk_thanks,
  wow: m.talk_wow,
  oops: m.talk_oops,
  'one-moment': m.talk_one_moment,
  'your-turn': m.talk_your_turn,
  'good-game': m.talk_good_game,
  again: m.talk_again,
  bye: m.talk_bye,
};

/** Milliseconds for which a line stands over whoever said it. */
const A_WHILE = 7000;

export function spokenWords(line: Spoken): string {
  return line.phrase ? (PHRASES[line.phrase as Phrase]?.() ?? line.phrase) : line.text;
}

/** The newest line of each seat, for as long as it is new. Made while a component is. */
export class JustSaid {
  lines = $state.raw<{ readonly [seat: number]: Spoken }>({});
  private last: number | null = null;
  private timers: ReturnType<typeof setTimeout>[] = [];

  constructor(table: () => Table) {
    $effect(() => {
      this.follow(table().talk);
    });
    $effect(() => () => {
      for (const timer of this.timers) clearTimeout(timer);
    });
  }

  private follow(talk: readonly Spoken[]): void {
    const newest = talk[talk.length - 1];
    // What was said before one came is no news.
    const news = this.last !== null && newest && newest.number > this.last;
    this.last = newest?.number ?? 0;
    if (!news || newest.seat === null) return;
    const { seat } = newest;
    this.lines = { ...this.lines, [seat]: newest };
    this.timers.push(
      setTimeout(() => {
        if (this.lines[seat] !== newest) return;
        this.lines = Object.fromEntries(
          Object.entries(this.lines).filter(([, line]) => line !== newest),
        ) as typeof this.lines;
      }, A_WHILE),
    );
  }
}
