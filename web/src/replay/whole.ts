/** Replays tell of each view only what has changed since the frame before; here the views are whole again. */

import type { GameView, Happened, Replay } from '../wire/protocol';

export type WholeReplay = Omit<Replay, 'frames'> & { readonly frames: readonly Happened[] };

export function whole(replay: Replay): WholeReplay {
  let view: Partial<GameView> = {};
  const frames = replay.frames.map((frame): Happened => {
    view = { ...view, ...frame.view } as Partial<GameView>;
    return {
      ...frame,
      type: 'happened',
      view: view as GameView,
      left: null,
      sign: '',
      story: null,
      can_take_back: null,
    };
  });
  return { ...replay, frames };
}
