/**
 * The games that are here, for whoever asks. They are invited in `games/registry.ts`, which knows them all; this
 * knows none of them, so that what a game is made of can ask here too.
 */

import type { PlainGame } from '../wire/games';
import type { GameName, Games } from '../wire/protocol';
import type { Guest } from './guest';

/** A guest for each game that Fathom has, and one that stands in for any other. */
export interface Invited {
  readonly own: { readonly [Name in GameName]: Guest<Games[Name]> };
  plain(game: string): Guest<PlainGame>;
}

let invited: Invited | null = null;
const plain = new Map<string, Guest>();

export function invite(guests: Invited): void {
  invited = guests;
  plain.clear();
}

/** Every game that has a page of its own. */
export function ownGuests(): readonly Guest[] {
  return Object.values(here().own);
}

/** The game of this name. One without a page of its own is played at the plain table. */
export function guestOf(game: string): Guest {
  return ownGuests().find((guest) => guest.name === game) ?? plainGuest(game);
}

function plainGuest(game: string): Guest {
  const known = plain.get(game) ?? here().plain(game);
  plain.set(game, known);
  return known;
}

function here(): Invited {
  if (!invited) throw new Error('no game has been invited');
  return invited;
}
