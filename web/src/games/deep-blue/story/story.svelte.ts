/**
 * The table as it is being told: what happens is shown one thing after the other, each for a moment, so that a
 * person can follow what bots decide in no time. Nothing waits for the telling but this page.
 */

import type { DeepBlueEvent, DeepBlueMenu, DeepBlueTally, DeepBlueView, Games } from '../../../wire/protocol';
import { remember, remembered } from '../../../device/preferences.svelte';
import type { Table } from '../../../table/table.svelte';
import type { Colour } from '../box/box';
import { descentOf } from '../words/waiting';

export type Pace = 'calm' | 'brisk' | 'at-once';

export interface Page {
  readonly events: readonly DeepBlueEvent[];
  readonly view: DeepBlueView;
  readonly menu: DeepBlueMenu;
}

/** One line of the log: an event, and the points if it ended a dive. */
export interface Line {
  readonly id: number;
  readonly event: DeepBlueEvent;
  readonly scored: Scored | null;
}

/** A dive that has been scored. */
export interface Scored {
  readonly tile: string;
  readonly site: string;
  readonly leader: number;
  readonly gems: readonly Colour[];
  readonly tallies: readonly DeepBlueTally[];
  readonly why: 'ended' | 'leader-surfaced' | 'bag-empty';
  readonly down: readonly number[];
}

const MOMENTS: { readonly [type in DeepBlueEvent['type']]?: number } = {
  hired: 1100,
  renewed: 900,
  took: 900,
  sailed: 500,
  steered: 900,
  'wreck-found': 1400,
  'gem-scattered': 700,
  rested: 900,
  'dive-began': 1400,
  rushed: 700,
  drew: 1500,
  protected: 1200,
  surfaced: 1300,
  'crew-played': 800,
  'dive-ended': 4500,
};
/** With so many pages waiting, the telling hurries. */
const MANY = 12;
const KEPT = 400;

export class Story {
  view = $state.raw<DeepBlueView>() as DeepBlueView;
  menu = $state.raw<DeepBlueMenu>() as DeepBlueMenu;
  /** How many pages have been read. */
  number = $state(0);
  /** What has just happened, to be animated. */
  now = $state.raw<readonly DeepBlueEvent[]>([]);
  log = $state.raw<readonly Line[]>([]);
  /** The gems of the dive under way, in the order in which they came, as far as this page has seen it. */
  gems = $state.raw<readonly Colour[]>([]);
  /** How many of them came with the last draw. */
  fresh = $state(0);
  /** The newest dive that was scored while this page was open. */
  scored = $state.raw<Scored | null>(null);
  /** Whether that score is being shown now. */
  scoring = $state(false);
  /** Whether what is shown is the present: only then is anything offered. */
  live = $state(true);
  pace = $state<Pace>(paceOf(remembered('pace')));

  /** The newest view that this story knows of, shown yet or not. */
  newest: DeepBlueView;

  private pages: Page[] = [];
  private timer = 0;
  private count = 0;

  constructor(
    table: Table<Games['deep-blue']>,
    view: DeepBlueView,
    menu: DeepBlueMenu,
    private readonly say: (event: DeepBlueEvent, view: DeepBlueView) => void,
  ) {
    this.view = view;
    this.newest = view;
    this.menu = menu;
    if (table.past.length) this.begin(view, menu, table.past);
    this.stop = table.listen((events, _, after) => {
      this.pages.push({ events, view: after, menu: table.menu ?? menu });
      this.newest = after;
      this.live = false;
      if (!this.timer) this.turnPage();
    });
  }

  readonly stop: () => void;

  /** A position came with no word on how it came about: begin there. */
  begin(view: DeepBlueView, menu: DeepBlueMenu, past: readonly Page[] = []): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.pages = [];
    this.newest = view;
    this.gems = [];
    this.now = [];
    if (past.length) this.readQuietly(past);
    this.view = view;
    this.menu = menu;
    this.live = true;
  }

  /** Show at once where things stand. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.scoring = false;
    while (this.pages.length) this.read(this.pages.shift() as Page);
    this.scoring = false;
    this.live = true;
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    remember('pace', pace);
    if (pace === 'at-once') this.skip();
  }

  /** Show the points of a dive again. */
  showScore(scored: Scored | null = this.scored): void {
    this.scored = scored;
    this.scoring = scored !== null;
  }

  hideScore(): void {
    this.scoring = false;
    if (this.timer) {
      clearTimeout(this.timer);
      this.timer = 0;
      this.turnPage();
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.stop();
  }

  private turnPage(): void {
    const page = this.pages.shift();
    if (!page) {
      this.timer = 0;
      this.live = true;
      return;
    }
    this.read(page);
    const moment = this.momentOf(page);
    if (moment > 0) {
      this.timer = window.setTimeout(() => {
        this.timer = 0;
        if (this.scoring && this.pages.length) this.scoring = false;
        this.turnPage();
      }, moment);
      return;
    }
    this.timer = 0;
    this.turnPage();
  }

  private momentOf(page: Page): number {
    if (this.pace === 'at-once') return 0;
    const own = page.view.reader !== null && page.view.decided?.seat === page.view.reader;
    const longest = Math.max(0, ...page.events.map((event) => this.moment(event, page.view)));
    const eased = own && longest < 1500 && !page.events.some((event) => event.type === 'drew') ? 0 : longest;
    return (eased * (this.pace === 'brisk' ? 0.45 : 1)) / (this.pages.length > MANY ? 4 : 1);
  }

  private moment(event: DeepBlueEvent, view: DeepBlueView): number {
    if (event.type === 'crew-played' && event.plays.every((play) => !play.cards.length)) return 150;
    if (event.type === 'dive-ended' && view.phase.type === 'over') return 0;
    return MOMENTS[event.type] ?? 0;
  }

  /**
   * Know what has happened until now without telling it again: a replay has come here at one bound. Lines have
   * the same numbers after every bound, so that the page changes only those that are new.
   */
  private readQuietly(past: readonly Page[]): void {
    const lines: Line[] = [];
    let before: DeepBlueView | null = null;
    this.count = 0;
    this.scored = null;
    for (const { events, view } of past) {
      for (const event of events) lines.push(this.follow(event, before, view));
      before = view;
    }
    this.log = lines.slice(-KEPT);
    this.scoring = false;
    this.number += 1;
  }

  private read({ events, view, menu }: Page): void {
    for (const event of events) {
      this.log = [...this.log.slice(1 - KEPT), this.follow(event, this.view, view)];
      this.say(event, view);
    }
    this.number += 1;
    this.now = events;
    this.view = view;
    this.menu = menu;
  }

  /** Take in what an event between two views means for the dive, and make its line for the log. */
  private follow(event: DeepBlueEvent, before: DeepBlueView | null, after: DeepBlueView): Line {
    if (event.type === 'dive-began') this.gems = [];
    if (event.type === 'drew') {
      this.gems = [...this.gems, ...event.gems];
      this.fresh = event.gems.length;
    }
    this.count += 1;
    if (event.type !== 'dive-ended') return { id: this.count, event, scored: null };
    const descent = (before && descentOf(before)) ?? descentOf(after);
    if (!descent) return { id: this.count, event, scored: null };
    this.scored = {
      tile: descent.tile,
      site: descent.site,
      leader: event.tallies[0]?.seat ?? descent.leader,
      gems: this.gems,
      tallies: event.tallies,
      why: event.why,
      down: descent.down,
    };
    this.scoring = this.pace !== 'at-once';
    return { id: this.count, event, scored: this.scored };
  }
}

function paceOf(word: string | null): Pace {
  return word === 'brisk' || word === 'at-once' ? word : 'calm';
}
