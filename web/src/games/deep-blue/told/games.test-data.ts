/** Whole games as a spectator hears them, for tests; `tests/deepblue/test_told_games.py` writes them. */

import { readFileSync } from 'node:fs';

import type { DeepBlueEvent, DeepBlueOptions } from '../../../wire/protocol';

export interface ToldGame {
  readonly options: DeepBlueOptions;
  readonly players: number;
  readonly events: readonly DeepBlueEvent[];
  readonly vp: readonly number[];
}

export const GAMES: readonly ToldGame[] = readFileSync(new URL('games.jsonl', import.meta.url), 'utf-8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as ToldGame);

export const NAMES = ['Ada', 'Bo', 'Cem', 'Dee', 'Eli'];
