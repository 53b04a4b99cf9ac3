/** The words of every game that was asked for. */

import { GameWords } from './words.svelte';

const known = new Map<string, GameWords>();

/** The words of a game, here or on their way. */
export function wordsOf(game: string): GameWords {
  const words = known.get(game) ?? new GameWords(game);
  known.set(game, words);
  return words;
}
