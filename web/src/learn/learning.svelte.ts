/** Someone taking a lesson: what they have chosen, where that leads to, and what was wrong with the last try. */

import { api, RefusedByServer } from '../wire/api';
import type { GameAction, LessonNow, Mistake, Refusal } from '../wire/protocol';
import { LessonTable } from './lessonTable.svelte';
import { keepProgress, progressOf } from './progress';

type Choices = readonly (GameAction | null)[];

export class Learning {
  now = $state.raw<LessonNow | null>(null);
  table = $state.raw<LessonTable | null>(null);
  mistake = $state.raw<Mistake | null>(null);
  /** Why it cannot go on: the server is silent, or objects. */
  trouble = $state.raw<Refusal | 'silence' | null>(null);
  busy = $state(false);

  private choices: Choices = [];

  constructor(readonly lesson: string) {}

  /** Begin, or go on where it was left. */
  async begin(): Promise<void> {
    const { choices } = progressOf(this.lesson);
    await this.go(choices, true);
    // The lesson is another one since.
    if (this.trouble !== null && this.trouble !== 'silence' && choices.length) await this.go([], true);
  }

  /** What was asked was read. */
  async next(): Promise<void> {
    await this.go([...this.choices, null], false);
  }

  async choose(action: GameAction): Promise<void> {
    await this.go([...this.choices, action], false);
  }

  async back(): Promise<void> {
    await this.go(this.choices.slice(0, -1), true);
  }

  async restart(): Promise<void> {
    await this.go([], true);
  }

  private async go(choices: Choices, jump: boolean): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.wait(true);
    this.trouble = null;
    try {
      this.follow(await api.learn(this.lesson, choices), choices, jump);
    } catch (error) {
      this.trouble = error instanceof RefusedByServer ? error.refusal : 'silence';
    }
    this.busy = false;
    this.wait(false);
  }

  private follow(now: LessonNow, choices: Choices, jump: boolean): void {
    this.mistake = now.mistake;
    this.choices = choices.slice(0, now.at);
    if (!this.table || this.now?.chapter !== now.chapter) {
      this.table = new LessonTable(now, (action) => void this.choose(action));
    } else if (jump) {
      this.table.jump(now);
    } else if (!now.mistake) {
      this.table.tell(now);
    }
    this.table.refusal = now.mistake?.refusal ?? null;
    this.now = now;
    // Whoever has finished begins anew next time.
    const over = now.asked === null;
    const { done } = progressOf(this.lesson);
    keepProgress(this.lesson, { choices: over ? [] : this.choices, done: done || over });
  }

  private wait(waiting: boolean): void {
    if (this.table) this.table.waiting = waiting;
  }
}
