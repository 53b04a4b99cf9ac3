/** The coach of someone's first round at a real table: what it points at and says, from what lies on the board. */

import { SvelteSet } from 'svelte/reactivity';

import { remember, remembered } from '../../../device/preferences.svelte';
import { refusalWords } from '../../../guests/refusals';
import { m } from '../../../paraglide/messages.js';
import type { DiveFace, Refusal } from '../../../wire/protocol';
import { asProgram, aside, firstFree, isEmpty, type BoardDraft } from './draft';

/** One sentence, and what it is about. */
export interface Hint {
  /** As a selector. */
  readonly at: string;
  readonly says: string;
  /** The level that it asks about, if one can say that there is nothing to do there. */
  readonly level: number | null;
}

class Coaching {
  /** Whether nobody on this device has finished a round yet, nor sent the coach away. */
  due = $state(remembered('dived') === null);
  /** The levels that one has looked at: turned, or said to show no shark. */
  readonly seen = new SvelteSet<number>();

  /** Never again, on this device. */
  leave(): void {
    if (!this.due) return;
    this.due = false;
    remember('dived', 'yes');
  }

  /** What to say of a board with these tokens. `objection` is what the server has against it. */
  onBoard(board: BoardDraft, inHand: boolean, objection: Refusal | null): Hint {
    const free = firstFree(board);
    if (inHand)
      return plain(at(`level-${free}`), isEmpty(board) ? m.coach_level() : m.coach_deeper({ level: free }));
    const [token] = aside(board);
    if (isEmpty(board)) return plain(at(`token-${token}`), m.coach_token());
    if (objection) {
      const missing = objection.code === 'gap' ? `level-${free}` : `token-${token}`;
      return plain(at(missing), refusalWords(objection));
    }
    // The deepest level with tokens is the one that was just laid.
    const level = asProgram(board).levels.length;
    if (this.seen.has(level)) return plain(at('ready'), m.coach_ready());
    return { at: `[data-level="${level}"] .face`, says: m.coach_face({ level }), level };
  }

  /** What to say in the children's version. */
  onFaces(faces: readonly DiveFace[]): Hint {
    const level = faces.findIndex((_, depth) => !this.seen.has(depth + 1)) + 1;
    if (level === 0) return plain(at('ready'), m.coach_faces_ready());
    return { at: at(`level-${level}`), says: m.coach_face({ level }), level };
  }

  /** Whoever turns a level has looked at it. */
  turned(faces: readonly DiveFace[]): void {
    for (const [depth, face] of faces.entries()) if (face === 'shark') this.seen.add(depth + 1);
  }
}

export const coaching = new Coaching();

function at(testid: string): string {
  return `[data-testid="${testid}"]`;
}

function plain(selector: string, says: string): Hint {
  return { at: selector, says, level: null };
}
