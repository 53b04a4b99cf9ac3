/** "Your turn", where it is noticed from another tab too: in the title, and, for those who want it, as a sound. */

import { m } from '../paraglide/messages.js';
import { sound } from './sound';

/**
 * Call once while a component is set up. `awaited` says whether this person is being waited for, `game` names what is
 * played.
 */
export function signalTurn(awaited: () => boolean, game: () => string): void {
  let before = false;
  $effect(() => {
    const now = awaited();
    document.title = now ? m.title_turn({ game: game() }) : m.title({ game: game() });
    if (now && !before) sound('turn');
    before = now;
  });
}
