/** Where a rule can be read: the letter of a clause says which game it belongs to. */

import type { Guest } from './guest';
import { ownGuests } from './guests';

const CLAUSE = /^([A-Z]+)\d+(?:\.\d+)?$/;

/** The game that a clause belongs to. The server's own refusals rest on none, and neither do those of plain games. */
export function gameOf(clause: string): Guest | null {
  const letter = CLAUSE.exec(clause)?.[1];
  return ownGuests().find((guest) => guest.rules?.letter === letter) ?? null;
}

/** Whether something that a refusal rests on is a rule that can be read here. */
export function isRule(clause: string): boolean {
  return gameOf(clause) !== null;
}

export function rulesAddress(clause: string): string {
  return `/rules/${gameOf(clause)?.name ?? ''}#${clause}`;
}
