/** How far this browser has come in a lesson. The server keeps nothing of it. */

import type { GameAction } from '../wire/protocol';
import { remember, remembered } from '../device/preferences.svelte';

export interface Progress {
  /** The chapter that was begun with. */
  readonly chapter: number;
  /** What was chosen since then; nothing once the lesson has been finished. */
  readonly choices: readonly (GameAction | null)[];
  /** The chapters that were ever taken to their ends. */
  readonly chapters: readonly number[];
  /** Whether it was ever taken to its end. */
  readonly done: boolean;
}

const NONE: Progress = { chapter: 0, choices: [], chapters: [], done: false };

export function progressOf(lesson: string): Progress {
  try {
    const kept = JSON.parse(remembered(`learn.${lesson}`) ?? 'null') as Partial<Progress> | null;
    return kept && Array.isArray(kept.choices) ? { ...NONE, ...kept } : NONE;
  } catch {
    return NONE;
  }
}

export function keepProgress(lesson: string, progress: Progress): void {
  remember(`learn.${lesson}`, JSON.stringify(progress));
}

/** Begin with this chapter when the lesson is opened next. */
export function beginWith(lesson: string, chapter: number): void {
  keepProgress(lesson, { ...progressOf(lesson), chapter, choices: [] });
}

/** How many steps come before this chapter of so many each. */
export function stepsBefore(chapters: readonly number[], chapter: number): number {
  return chapters.slice(0, chapter).reduce((sum, steps) => sum + steps, 0);
}

/** The chapter in which this step is. */
export function chapterOf(chapters: readonly number[], step: number): number {
  const found = chapters.findIndex((steps, chapter) => step < stepsBefore(chapters, chapter) + steps);
  return found < 0 ? chapters.length - 1 : found;
}
