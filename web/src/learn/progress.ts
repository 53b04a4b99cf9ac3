/** How far this browser has come in a lesson. The server keeps nothing of it. */

import type { GameAction } from '../wire/protocol';
import { remember, remembered } from '../device/preferences.svelte';

export interface Progress {
  /** What was chosen since it was begun last; nothing once it has been finished. */
  readonly choices: readonly (GameAction | null)[];
  /** Whether it was ever taken to its end. */
  readonly done: boolean;
}

const NONE: Progress = { choices: [], done: false };

export function progressOf(lesson: string): Progress {
  try {
    const kept = JSON.parse(remembered(`learn.${lesson}`) ?? 'null') as Progress | null;
    return kept && Array.isArray(kept.choices) ? kept : NONE;
  } catch {
    return NONE;
  }
}

export function keepProgress(lesson: string, progress: Progress): void {
  remember(`learn.${lesson}`, JSON.stringify(progress));
}
