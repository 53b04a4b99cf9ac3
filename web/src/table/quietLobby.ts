/** The lobby of a table that nobody else sits at: a game of the past, or a lesson. */

import type { GameOptions, GameView, Lobby } from '../wire/protocol';
import { levelOf } from '../words/seats';

const COLOURS = ['amber', 'sky', 'rose', 'mint', 'plum', 'lemon'];

export function quietLobby(
  table: string,
  options: GameOptions,
  players: readonly string[],
  you: number | null,
  phase: Lobby['phase'],
): Lobby {
  return {
    table,
    options,
    settings: {
      public: false,
      spectators: true,
      text: false,
      clock: { type: 'none' },
      soundings: false,
      advice: false,
      torches: false,
      taking_back: true,
      odds: true,
      youngest: null,
    },
    seats: seatsOf(players),
    host: 0,
    you,
    phase,
    code: '',
    rematch: '',
    commitment: '',
    seed: null,
    salt: null,
    asking: null,
  };
}

/** Those who played, as they sat there. */
export function seatsOf(players: readonly string[]): Lobby['seats'] {
  return players.map((name, seat) => {
    const colour = COLOURS[seat % COLOURS.length] ?? 'amber';
    const level = levelOf(name);
    if (level) return { type: 'bot', level, colour, instead_of: '' };
    return {
      type: 'person',
      name,
      colour,
      connected: true,
      ready: true,
      hash: null,
      muted: false,
      gone: false,
      stand_in: '',
    };
  });
}

/** The options of a game as its view tells them; a plain game need not. */
export function optionsIn(view: GameView): GameOptions {
  const { options } = view;
  return isOptions(options) ? options : { game: view.game };
}

function isOptions(options: unknown): options is GameOptions {
  return typeof options === 'object' && options !== null && 'game' in options;
}
