/** What any game refuses, in the reader's language. */

import { m } from '../paraglide/messages.js';
import type { Words } from './values';

export const ANY_GAME = {
  'game-over': () => m.refused_game_over(),
  'not-seated': () => m.refused_not_seated(),
  watching: () => m.refused_watching(),
} satisfies { readonly [code: string]: Words };
