/**
 * The games that are here, for whoever asks. They are invited in `games/registry.ts`, which knows them all; this
 * knows none of them, so that what a game is made of can ask here too.
 */

import type { GameName, Games } from '../wire/protocol';
import type { Guest } from './guest';

/** A guest for each game that Fathom has. */
export interface Invited {
  readonly own: { readonly [Name in GameName]: Guest<Games[Name]> };
}

let invited: Invited | null = null;

export function invite(guests: Invited): void {
  invited = guests;
}

/** Every game that has a page of its own. */
export function ownGuests(): readonly Guest[] {
  return Object.values(here().own);
}

/** The game of this name. */
export function guestOf(game: string): Guest {
  const guest = ownGuests().find(({ name }) => name === game);
  if (!guest) throw new Error(`there is no page for the game ${game}`);
  return guest;
}

function here(): Invited {
  if (!invited) throw new Error('no game has been invited');
  return invited;
}
