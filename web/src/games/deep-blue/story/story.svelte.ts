/**
 * The table as it is being told: what happens is shown beat by beat, each for a moment, so that a person can follow
 * what bots decide in no time. Nothing waits for the telling but this page.
 */

import type { DeepBlueEvent, DeepBlueMenu, DeepBlueView, Games } from '../../../wire/protocol';
import { remember, remembered } from '../../../device/preferences.svelte';
import type { Table } from '../../../table/table.svelte';
import type { Box, Colour } from '../box/box';
import { beatsOf, held, type Beat, type Column } from '../descent/beats';
import { trailsBetween, type Trail } from '../told/trails';
import type { Turn } from '../told/turns';
import { descentOf } from '../words/waiting';
import { Shelf, type Page } from './pages';
import { read, type Back, type Line, type Scored } from './reading';

export type { Line, Scored } from './reading';
export type Pace = 'calm' | 'brisk' | 'at-once';

/** One beat to come. `event`: what is written down with it. */
interface Cue {
  readonly beat: Beat | null;
  readonly event: DeepBlueEvent | null;
}

/** With so many pages waiting, the telling hurries. */
const MANY = 12;
const BRISK = 0.45;
/** What is worth a moment also to whoever did it. */
const OWN: readonly Beat['kind'][] = ['gather', 'reach', 'gem', 'hazard', 'up', 'count'];

export class Story {
  view = $state.raw<DeepBlueView>() as DeepBlueView;
  menu = $state.raw<DeepBlueMenu>() as DeepBlueMenu;
  /** How many pages have been read. */
  number = $state(0);
  /** What has just happened, to be animated. */
  now = $state.raw<readonly DeepBlueEvent[]>([]);
  /** The beat that is being held. */
  beat = $state.raw<Beat | null>(null);
  /** The newest event, in or outside of a dive. */
  event = $state.raw<DeepBlueEvent | null>(null);
  /** The entry of the log up to which the story has been told here. */
  shown = $state(0);
  /** How many gems came with the last draw, as far as they have been shown. */
  fresh = $state(0);
  /** Who has been driven up, where the view does not know it yet. */
  up = $state.raw<readonly number[]>([]);
  /** Whether that score is being shown now. */
  scoring = $state(false);
  /** How far the score has been counted; null: it is not being counted, and all of it is there. */
  counting = $state<Column | 'total' | null>(null);
  /** The ways that boats have gone since the reader's last turn. */
  trails = $state.raw<readonly Trail[]>([]);
  /** Whether what is shown is the present: only then is anything offered. */
  live = $state(true);
  /** Whether something is being shown once more. */
  retold = $state(false);
  pace = $state<Pace>(paceOf(remembered('blue-pace')));

  /** The newest view that this story knows of, shown yet or not. */
  newest: DeepBlueView;

  private newestMenu: DeepBlueMenu;
  private pages: Page[] = [];
  private cues: Cue[] = [];
  private open: Page | null = null;
  private again: Page[] = [];
  /** What is put back after something has been shown once more. */
  private trailsAside: readonly Trail[] | null = null;
  private turnOf: number | null = null;
  /** The score that is on the screen: what was won is told once, and then as the story keeps it. */
  private onScreen = $state.raw<Scored | null>(null);
  /** The gems of the dive as far as they have been shown; null: as the story has them. */
  private falling = $state.raw<readonly Colour[] | null>(null);
  /** What the open page has told until now: the story has it once the page is turned. */
  private telling = $state.raw<readonly DeepBlueEvent[]>([]);
  private readonly reading = $derived.by(() => read(this.table.told.entries, this.shown));
  private readonly shelf = new Shelf();
  private timer = 0;

  constructor(
    private readonly table: Table<Games['deep-blue']>,
    view: DeepBlueView,
    menu: DeepBlueMenu,
    private readonly box: Box,
    private readonly say: (event: DeepBlueEvent) => void,
    private readonly play: (beat: Beat) => void = () => undefined,
  ) {
    this.view = view;
    this.newest = view;
    this.menu = menu;
    this.newestMenu = menu;
    this.shown = table.number;
    this.stop = table.listen((events, _, after, number) => {
      this.newest = after;
      this.newestMenu = table.menu ?? menu;
      this.pages.push({ number, events, view: after, menu: this.newestMenu });
      this.live = false;
      if (!this.timer) this.proceed();
    });
  }

  readonly stop: () => void;

  get log(): readonly Line[] {
    return this.reading.log;
  }

  /** What was taken back, and is not in the log any more. */
  get backs(): readonly Back[] {
    return this.reading.backs;
  }

  /** Everything that has been told until now, in order. */
  get events(): readonly DeepBlueEvent[] {
    return [...this.log.map(({ event }) => event), ...this.telling];
  }

  /** The gems of the dive under way, in the order in which they came. */
  get gems(): readonly Colour[] {
    return this.falling ?? this.reading.gems;
  }

  /** The dive whose score is shown, or the newest one that was scored. */
  get scored(): Scored | null {
    return this.onScreen ?? this.reading.scored;
  }

  /** A position came with no word on how it came about: begin there. */
  begin(view: DeepBlueView, menu: DeepBlueMenu): void {
    this.rest();
    this.pages = [];
    this.newest = view;
    this.newestMenu = menu;
    this.now = [];
    this.event = null;
    this.trails = [];
    this.turnOf = view.active;
    this.onScreen = null;
    this.scoring = false;
    this.shown = this.table.number;
    this.number += 1;
    this.view = view;
    this.menu = menu;
    this.live = true;
  }

  /** Show at once where things stand. */
  skip(): void {
    this.hush();
    this.endAgain();
    while (this.open || this.pages.length) this.step(true);
    this.scoring = false;
    this.onScreen = null;
    this.settle();
  }

  /** Go on to the next beat. */
  hurry(): void {
    if (!this.timer) return;
    this.hush();
    this.proceed();
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    remember('blue-pace', pace);
    if (pace === 'at-once') this.skip();
  }

  /** Whether a turn can be shown once more. */
  canTell(turn: Turn): boolean {
    return this.pagesOf(turn).length > 0;
  }

  /** Show a turn once more, from its beginning. */
  tellAgain(turn: Turn): void {
    if (!this.live) return;
    const pages = this.pagesOf(turn);
    const first = pages[0];
    if (!first) return;
    this.trailsAside = this.trails;
    this.again = pages.map(({ page }) => page);
    this.falling = first.gems;
    this.trails = [];
    this.view = first.before;
    this.retold = true;
    this.live = false;
    this.scoring = false;
    this.proceed();
  }

  /** That a turn begins is told with what came before it. */
  private pagesOf({ from, events }: Turn) {
    const lines = this.log.slice(from, from + events.length);
    const first = lines.find(({ event }) => event.type !== 'turn-began');
    const last = lines.at(-1);
    return first && last ? this.shelf.of(entryOf(first), entryOf(last)) : [];
  }

  /** Show the points of a dive again. */
  showScore(scored: Scored | null = this.reading.scored): void {
    this.onScreen = scored;
    this.counting = null;
    this.scoring = scored !== null;
  }

  hideScore(): void {
    this.scoring = false;
    this.onScreen = null;
    if (this.timer && this.counting !== null) {
      this.cues = this.cues.filter(({ beat }) => beat?.kind !== 'count');
      this.hush();
      this.proceed();
    }
  }

  close(): void {
    this.hush();
    this.stop();
  }

  // ── Telling ─────────────────────────────────────────────────────────────────────────────────────────────

  /** Beat after beat, until one is held or everything is told. */
  private proceed(): void {
    while (this.open || this.again.length || this.pages.length) {
      const moment = this.step(false);
      if (moment > 0) {
        this.timer = window.setTimeout(() => {
          this.timer = 0;
          this.proceed();
        }, moment);
        return;
      }
    }
    this.settle();
  }

  private settle(): void {
    this.endAgain();
    this.beat = null;
    this.up = [];
    this.endCount();
    this.falling = null;
    this.view = this.newest;
    this.menu = this.newestMenu;
    this.live = true;
  }

  /** One beat, or the next page. Says for how long it should be held. */
  private step(silent: boolean): number {
    if (!this.open) {
      const page = this.again.shift() ?? this.next();
      if (page) this.openPage(page);
      return 0;
    }
    const page = this.open;
    const cue = this.cues.shift();
    if (!cue) {
      this.turnTo(page);
      this.open = null;
      this.telling = [];
      if (!this.retold) this.shown = page.number;
      return 0;
    }
    this.perform(cue, page);
    return silent || !cue.beat ? 0 : this.moment(cue.beat, page);
  }

  /** What is new comes after what is shown once more. */
  private next(): Page | undefined {
    this.endAgain();
    return this.pages.shift();
  }

  private openPage(page: Page): void {
    const before = this.view;
    let leader = descentOf(before)?.leader ?? descentOf(page.view)?.leader ?? 0;
    this.cues = page.events.flatMap((event): Cue[] => {
      if (event.type === 'dive-began') leader = event.leader;
      const beats = beatsOf(event, leader);
      // What a hand will bring is written down when it has brought it.
      const told = beats.findIndex((beat) => beat.kind !== 'reach');
      return beats.length
        ? beats.map((beat, at) => ({ beat, event: at === told ? event : null }))
        : [{ beat: null, event }];
    });
    if (!this.retold) {
      this.shelf.put({ page, before, gems: this.gems });
      this.number += 1;
    }
    this.falling = this.gems;
    this.telling = [];
    this.up = [];
    this.now = page.events;
    this.open = page;
    // The stage of a dive is left when its points are counted.
    if (!page.events.some((event) => event.type === 'dive-ended')) this.turnTo(page);
  }

  private turnTo({ view, menu }: Page): void {
    if (this.view === view) return;
    this.trails = [...this.trails, ...trailsBetween(this.view, view, this.box.chart)];
    this.view = view;
    this.menu = menu;
  }

  private perform({ beat, event }: Cue, page: Page): void {
    this.beat = beat;
    if (event) {
      this.take(event, page);
      this.event = event;
      this.say(event);
    }
    if (!beat) return;
    if (beat.kind === 'reach') this.fresh = 0;
    if (beat.kind === 'gem') {
      this.falling = [...this.gems, beat.colour];
      this.fresh += 1;
    }
    if (beat.kind === 'up') this.up = [...this.up, beat.seat];
    if (beat.kind === 'count') {
      this.scoring = this.pace !== 'at-once' || this.retold;
      this.counting = beat.column;
    } else this.endCount();
    if (this.pace !== 'at-once') this.play(beat);
  }

  /** A score that was being counted is put away. */
  private endCount(): void {
    if (this.counting === null) return;
    this.counting = null;
    this.scoring = false;
    this.onScreen = null;
  }

  private moment(beat: Beat, page: Page): number {
    if (this.retold) return held(beat);
    if (this.pace === 'at-once') return 0;
    if (page.view.phase.type === 'over' && beat.kind === 'count' && beat.column === 'total')
      return held(beat);
    const own = page.view.reader !== null && page.view.decided?.seat === page.view.reader;
    if (own && !OWN.includes(beat.kind)) return 0;
    return (held(beat) * (this.pace === 'brisk' ? BRISK : 1)) / (this.pages.length > MANY ? 4 : 1);
  }

  private endAgain(): void {
    if (!this.trailsAside) return;
    this.trails = this.trailsAside;
    this.trailsAside = null;
    this.falling = null;
    this.again = [];
    this.open = null;
    this.cues = [];
    this.telling = [];
    this.retold = false;
    this.turnOf = this.newest.active;
    this.endCount();
  }

  private hush(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** Tell nothing any more. */
  private rest(): void {
    this.hush();
    this.endAgain();
    this.open = null;
    this.cues = [];
    this.beat = null;
    this.up = [];
    this.telling = [];
    this.falling = null;
    this.endCount();
  }

  /** Take in what an event means for the dive and for the trails. */
  private take(event: DeepBlueEvent, page: Page): void {
    if (!this.retold) this.telling = [...this.telling, event];
    if (event.type === 'dive-began') {
      this.falling = [];
      this.fresh = 0;
    }
    if (event.type === 'turn-began') this.clearTrails(event.seat);
    const descent = descentOf(this.view);
    if (event.type === 'dive-ended' && descent) {
      const { tile, site, leader } = descent;
      const part = page.view.city > this.view.city ? page.view.city : null;
      this.onScreen = { tile, site, leader, gems: this.gems, tallies: event.tallies, why: event.why, part };
    }
  }

  /** Trails stay until the reader has had a turn; a captain who begins a new one leaves no old ones. */
  private clearTrails(seat: number): void {
    const mine = this.turnOf !== null && this.turnOf === this.newest.reader;
    this.trails = mine ? [] : this.trails.filter((trail) => trail.seat !== seat);
    this.turnOf = seat;
  }
}

/** The entry of the log that a line is from. */
function entryOf({ id }: Line): number {
  return Number.parseInt(id, 10);
}

function paceOf(word: string | null): Pace {
  return word === 'brisk' || word === 'at-once' ? word : 'calm';
}
