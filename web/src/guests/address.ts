/** Where a rule can be read. */

import type { RulesGame } from '../device/router.svelte';

const CLAUSE = /^([DB])\d+(?:\.\d+)?$/;

/** Whether something that a refusal rests on is a rule of a game. The server's own refusals rest on none. */
export function isRule(clause: string): boolean {
  return CLAUSE.test(clause);
}

export function gameOf(clause: string): RulesGame {
  return clause.startsWith('B') ? 'deep-blue' : 'dive';
}

export function rulesAddress(clause: string): string {
  return `/rules/${gameOf(clause)}#${clause}`;
}
