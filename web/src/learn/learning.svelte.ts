/** Someone taking a lesson: what they have chosen, where that leads to, and what was wrong with the last try. */

import type { IconName } from '../art/Icon.svelte';
import { api, RefusedByServer } from '../wire/api';
import type { GamePage, LessonBook } from '../guests/guest';
import { guestOf } from '../guests/guests';
import type { AnyGame } from '../wire/games';
import type { GameAction, LessonNow, Mistake, Refusal } from '../wire/protocol';
import { LessonTable } from './lessonTable.svelte';
import { keepProgress, progressOf, stepsBefore } from './progress';

type Choices = readonly (GameAction | null)[];

export class Learning {
  now = $state.raw<LessonNow | null>(null);
  table = $state.raw<LessonTable | null>(null);
  /** The words of the game's lessons, and what is played after them. */
  book = $state.raw<LessonBook<AnyGame> | null>(null);
  mistake = $state.raw<Mistake | null>(null);
  /** Why it cannot go on: the server is silent, or objects. */
  trouble = $state.raw<Refusal | 'silence' | null>(null);
  busy = $state(false);

  page = $state.raw<GamePage | null>(null);

  /** The chapter that was begun with, and what was chosen since. */
  private begun = 0;
  private choices: Choices = [];

  constructor(readonly lesson: string) {}

  /** Begin, or go on where it was left. */
  async begin(): Promise<void> {
    const { chapter, choices } = progressOf(this.lesson);
    this.begun = chapter;
    await this.go(choices, true);
    // The lesson is another one since.
    if (this.trouble !== null && this.trouble !== 'silence' && (choices.length || chapter))
      await this.restart();
  }

  /** What was asked was read. */
  async next(): Promise<void> {
    await this.go([...this.choices, null], false);
  }

  async choose(action: GameAction): Promise<void> {
    await this.go([...this.choices, action], false);
  }

  /** One step back; from the first step of a chapter to the chapter before it. */
  async back(): Promise<void> {
    if (this.choices.length === 0 && this.begun > 0) await this.turnTo(this.begun - 1);
    else await this.go(this.choices.slice(0, -1), true);
  }

  /** The whole lesson again. */
  async restart(): Promise<void> {
    await this.turnTo(0);
  }

  /** Begin a chapter. */
  async turnTo(chapter: number): Promise<void> {
    if (this.busy) return;
    this.begun = chapter;
    await this.go([], true);
  }

  private async go(choices: Choices, jump: boolean): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.wait(true);
    this.trouble = null;
    try {
      const now = await api.learn(this.lesson, this.begun, choices);
      const guest = guestOf(gameIn(now));
      const page = await guest.load();
      this.book ??= (await guest.lessons?.load()) ?? null;
      this.follow(now, page, choices, jump);
    } catch (error) {
      this.trouble = error instanceof RefusedByServer ? error.refusal : 'silence';
    }
    this.busy = false;
    this.wait(false);
  }

  private follow(now: LessonNow, page: GamePage, choices: Choices, jump: boolean): void {
    this.mistake = now.mistake;
    this.page = page;
    this.choices = choices.slice(0, now.at - stepsBefore(now.chapters, this.begun));
    if (!this.table || this.now?.chapter !== now.chapter) {
      this.table = new LessonTable(now, page, (action) => void this.choose(action));
    } else if (jump) {
      this.table.jump(now);
    } else if (!now.mistake) {
      this.table.tell(now);
    }
    this.table.refusal = now.mistake?.refusal ?? null;
    this.table.pointed = { shows: now.asked?.shows[0] ?? null, level: now.mistake?.level ?? null };
    this.now = now;
    // Whoever has finished begins anew next time.
    const over = now.asked === null;
    const { done, chapters } = progressOf(this.lesson);
    const through = now.chapters.flatMap((_, chapter) =>
      chapter >= this.begun && (over || chapter < now.chapter) ? [chapter] : [],
    );
    keepProgress(this.lesson, {
      chapter: over ? 0 : this.begun,
      choices: over ? [] : this.choices,
      chapters: [...chapters, ...through.filter((chapter) => !chapters.includes(chapter))],
      done: done || over,
    });
  }

  /** What the lesson says at a step or of a slip. */
  words(name: string): string {
    return this.book?.words[this.lesson]?.[name]?.() ?? '';
  }

  /** The signs that stand for a step, for those who do not read; most lessons have none. */
  signs(name: string): readonly IconName[] {
    return this.book?.signs?.[this.lesson]?.[name] ?? [];
  }

  /** What a chapter is about; nothing where the lesson does not say. */
  chapterWords(chapter: number): string {
    return this.book?.chapters?.[this.lesson]?.[chapter]?.() ?? '';
  }

  /** What to point at in a step: the first of these that can be seen. */
  points(name: string): readonly string[] {
    return this.book?.points?.[this.lesson]?.[name] ?? [];
  }

  private wait(waiting: boolean): void {
    if (this.table) this.table.waiting = waiting;
  }
}

/** The game that a lesson is about. */
export function gameIn(now: LessonNow): string {
  return now.frames[0]?.view.game ?? '';
}
