/**
 * A game as a guest: everything that general code may ask of it. A game brings all of this from its own folder in
 * `games/`, and what it lacks, TypeScript lists. Nothing outside that folder knows which game it is.
 *
 * Methods, not properties with functions: so a guest of one game can be used wherever any guest can. That what is
 * given to it belongs to its own game, `guestOf` sees to.
 */

import type { Component } from 'svelte';

import type { IconName } from '../art/Icon.svelte';
import type { Locale } from '../paraglide/runtime.js';
import type { Table } from '../table/table.svelte';
import type { AnyGame, ReplayIn } from '../wire/games';
import type { GameOffer, GivenAway, Lobby, Refusal, Review, Agreement } from '../wire/protocol';
import type { Rulebook } from '../words/rulebook';

/** A component that a game brings: a `Component`, but for being written as a method. */
export type Part<Props extends object> = {
  draw(internals: Parameters<Component>[0], props: Props): { $set?(props: Partial<Props>): void };
}['draw'] & { z_$$bindings?: string };

/** What is known of a game from the start. Everything heavy is fetched when it is needed. */
export interface Guest<G extends AnyGame = AnyGame> {
  readonly name: string;
  title(): string;
  /** What kind of game it is, in a sentence or two, for those who do not know it; may be empty. */
  blurb(): string;
  /** What the first page says when it is chosen. */
  welcome(): Welcome;
  /** The picture for the first page. */
  scene(): Promise<Part<object>>;
  /** What a game against bots can be played with, small enough for the first page. */
  quick(): Promise<Part<AgreementsProps<G>>>;
  /** Its refusals in the reader's language; null for those that are not its own. */
  refused(refusal: Refusal): string | null;
  /** Whether an action that came too late, because someone else acted first, could still be played. */
  stillPossible(action: G['action'], menu: G['menu']): boolean;
  readonly rules: RulesOf | null;
  readonly lessons: LessonsOf<G> | null;
  /** How a game that is over is looked through; null where it cannot be. */
  readonly review: (() => Promise<ReviewOf<G>>) | null;
  /** The table and everything around it. */
  load(): Promise<GamePage<G>>;
}

/** A game on the first page: what it is about, and how it goes in a few steps. */
export interface Welcome {
  readonly tagline: string;
  readonly intro: string;
  readonly steps: readonly { readonly icon: IconName; readonly title: string; readonly text: string }[];
}

/** The table of a game and everything around it. */
export interface GamePage<G extends AnyGame = AnyGame> {
  readonly Table: Part<TableProps<G>>;
  /** The form for what a table can agree on. */
  readonly Agreements: Part<AgreementsProps<G>>;
  /** What to play next, in a question, after games with these options, the last one last; null: as before. */
  next(played: readonly G['options'][]): NextTime<G> | null;
  /** What was agreed on, in a few words each. */
  agreed(options: G['options']): readonly string[];
  /** What can be switched at its tables beside what any table has. */
  readonly switches: readonly TableSwitch<G>[];
  /** Whether there is advice to be had at its tables. */
  readonly advises: boolean;
  /** What is said above the seats. */
  seatsHint(options: G['options']): string;
  /** Whether its rules ask who is youngest. */
  asksAge(options: G['options']): boolean;
  /** Who else plays without having a seat. */
  company(options: G['options']): readonly Company[];
  /** What happened, in a sentence; nothing where that would say nothing to anyone. */
  told(event: G['event'], view: G['view'], names: readonly string[]): string;
  /** The menu of someone who has nothing to decide any more. */
  closed(view: G['view']): G['menu'];
  /** The round that there are pictures of; null if there are none. */
  pictured(view: G['view']): number | null;
  readonly replay: ReplayOf<G>;
}

export interface TableProps<G extends AnyGame> {
  table: Table<G>;
  view: G['view'];
  menu: G['menu'];
  lobby: Lobby;
}

export interface AgreementsProps<G extends AnyGame> {
  options: G['options'];
  offer: GameOffer;
  agree(options: G['options']): void;
}

/** Something new to play a game with. */
export interface NextTime<G extends AnyGame> {
  readonly asks: string;
  readonly options: G['options'];
}

/** One of the table's settings that only this game has. */
export interface TableSwitch<G extends AnyGame> {
  readonly setting: 'soundings' | 'torches' | 'odds';
  /** Where it stands: with what is settled at the start, or after it. */
  readonly settled: boolean;
  title(): string;
  hint(): string;
  /** What is said of it in the lobby when it is on; nothing where that is no news. */
  readonly told: boolean;
  offered(options: G['options']): boolean;
}

export interface Company {
  readonly who: 'chief';
  readonly name: string;
  readonly hint: string;
}

/** What is open once a game is over, in words. */
export interface ReplayOf<G extends AnyGame> {
  /** What each seat held at a moment; `seats` are the replays from their eyes. */
  held(replay: ReplayIn<G>, seats: readonly ReplayIn<G>[], at: number): readonly string[];
  /** Whether these events of one entry are no more than that someone is ready: a replay does not stop there. */
  quiet(events: readonly G['event'][]): boolean;
  /** What lay face down then. */
  covered(replay: ReplayIn<G>, at: number): readonly { readonly title: string; readonly things: string }[];
  /** What is shown below the table. */
  readonly Beside: Part<{ table: Table<G>; view: G['view']; replay: ReplayIn<G> }> | null;
}

export interface RulesOf {
  /** What the numbers of its clauses begin with. */
  readonly letter: string;
  open(locale: Locale): Promise<Rulebook>;
  /** What one could search for. */
  searchHint(): string;
  /** The pieces that a clause speaks of. */
  pieces(): Promise<Part<{ clause: string }>>;
}

export interface LessonsOf<G extends AnyGame> {
  /** The one to begin with. */
  readonly first: string;
  load(): Promise<LessonBook<G>>;
}

export interface LessonBook<G extends AnyGame> {
  /** By lesson and name; `title` and `about` are for the list of lessons. */
  readonly words: { readonly [lesson: string]: { readonly [name: string]: () => string } };
  /** For lessons that need no reading: the signs for each step. These lessons are read aloud unless asked not to. */
  readonly signs?: { readonly [lesson: string]: { readonly [name: string]: readonly IconName[] } };
  /** What the chapters of a lesson are about, in a word or two each. */
  readonly chapters?: { readonly [lesson: string]: readonly (() => string)[] };
  /** What a step points at, as selectors: the first that can be seen and pressed. */
  readonly points?: { readonly [lesson: string]: { readonly [name: string]: readonly string[] } };
  /** What to play after a lesson: what was learnt, and against how many bots. */
  after(lesson: string, options: G['options']): { readonly options: G['options']; readonly bots: number };
}

export interface ReviewOf<G extends AnyGame> {
  intro(): string;
  /** How much was given away, and why. */
  lost(review: Review, mistake: GivenAwayIn<G>): string;
  why(mistake: GivenAwayIn<G>): string;
  readonly Mistake: Part<{ mistake: GivenAwayIn<G> }>;
  /** What else there is to say of a game, below the mistakes. */
  readonly Beside: Part<{ review: Review; names: readonly string[] }> | null;
}

export type GivenAwayIn<G extends AnyGame> = Omit<GivenAway, 'chosen' | 'better' | 'view'> & {
  readonly chosen: G['action'];
  readonly better: G['action'];
  readonly view: G['view'];
};

export type SwitchName = TableSwitch<AnyGame>['setting'] & keyof Agreement;
