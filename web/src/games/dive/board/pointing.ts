/** Where a lesson points on a board: at the next thing to do, so that what it shows comes to lie there. */

import { m } from '../../../paraglide/messages.js';
import type { Pointed } from '../../../table/table.svelte';
import type { DiveFace, Games } from '../../../wire/protocol';
import { asBoard, levelOf, type BoardDraft } from './draft';

export interface Point {
  /** As a selector. */
  readonly at: string;
  /** What is amiss there; empty where nothing is. */
  readonly says: string;
}

type Chosen = number | 'clownfish' | null;

/** On a board with tokens, of which one may be chosen; null where learners look for themselves. */
export function onBoard(
  { shows, level }: Pointed<Games['dive']>,
  board: BoardDraft,
  chosen: Chosen,
): Point | null {
  if (shows?.type !== 'program') return level === null ? null : plain(`level-${level}`);
  const wanted = asBoard(shows);
  const astray = board.levels
    .flatMap(({ tokens }, depth) => tokens.map((token) => ({ token, depth })))
    .find(({ token, depth }) => !wanted.levels[depth]?.tokens.includes(token));
  if (astray) {
    const [there, home] = [astray.depth + 1, levelOf(wanted, astray.token)];
    if (home !== null && chosen === astray.token) return plain(`level-${home}`);
    return { at: testid(`level-${there}`), says: about(astray.token, there, home) };
  }
  for (const [depth, { tokens, face }] of wanted.levels.entries()) {
    const lying = board.levels[depth];
    const missing = tokens.find((token) => !lying?.tokens.includes(token));
    if (missing !== undefined) return plain(chosen === missing ? `level-${depth + 1}` : `token-${missing}`);
    if (tokens.length && lying?.face !== face) return { at: `[data-level="${depth + 1}"] .face`, says: '' };
  }
  return plain('ready');
}

/** On the board of the children's version. */
export function onFaces({ shows, level }: Pointed<Games['dive']>, faces: readonly DiveFace[]): Point | null {
  if (shows?.type !== 'faces') return level === null ? null : plain(`level-${level}`);
  const depth = shows.faces.findIndex((face, each) => faces[each] !== face);
  return plain(depth < 0 ? 'ready' : `level-${depth + 1}`);
}

function about(token: number, level: number, home: number | null): string {
  return home === null ? m.learn_point_aside({ token }) : m.learn_point_other({ token, level, wanted: home });
}

function testid(name: string): string {
  return `[data-testid="${name}"]`;
}

function plain(name: string): Point {
  return { at: testid(name), says: '' };
}
