/**
 * What a game speaks in. Code that belongs to one game names it (`Table<Games['dive']>`) and gets that game's own
 * views, menus, actions and events; general code knows only what all have in common.
 */

import type {
  FromServer,
  GameAction,
  GameEvent,
  GameMenu,
  GameOptions,
  GameView,
  Happened,
  PlainAction,
  PlainEvent,
  PlainMenu,
  PlainOptions,
  PlainView,
  PositionNow,
  Replay,
} from './protocol';

export interface AnyGame {
  readonly options: GameOptions;
  readonly action: GameAction;
  readonly event: GameEvent;
  readonly view: GameView;
  readonly menu: GameMenu;
}

/** A game of another package. */
export interface PlainGame {
  readonly options: PlainOptions;
  readonly action: PlainAction;
  readonly event: PlainEvent;
  readonly view: PlainView;
  readonly menu: PlainMenu;
}

interface Shown<G extends AnyGame> {
  readonly view: G['view'];
  readonly menu: G['menu'];
}

export type PositionIn<G extends AnyGame> = Omit<PositionNow, 'view' | 'menu'> & Shown<G>;

export type HappenedIn<G extends AnyGame> = Omit<Happened, 'view' | 'menu' | 'events' | 'story'> &
  Shown<G> & { readonly events: readonly G['event'][]; readonly story: readonly G['event'][] | null };

/** What a server says at a table of this game. */
export type SaidAt<G extends AnyGame> =
  Exclude<FromServer, PositionNow | Happened> | PositionIn<G> | HappenedIn<G>;

export type ReplayIn<G extends AnyGame> = Omit<Replay, 'frames'> & {
  readonly frames: readonly HappenedIn<G>[];
};
