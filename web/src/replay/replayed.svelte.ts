/**
 * A table whose game is over, told again. It has no line to the server: entries are shown one by one, each with
 * what happened in it, or the table jumps to any of them.
 */

import type { GameMenu, Happened, Replay } from '../lib/protocol';
import { quietLobby } from '../lib/quietLobby';
import { Table } from '../lib/table.svelte';

/** Nothing can be decided any more: what was offered then is not offered again. */
const CLOSED: { readonly [game in 'dive' | 'deep-blue']: GameMenu } = {
  dive: { type: 'closed', because: { code: 'game-over', clause: '', text: '', values: {} } },
  'deep-blue': {
    type: 'listed',
    actions: [],
    asked: { code: 'game-over', clause: '', text: '', values: {} },
  },
};

export class ReplayedTable extends Table {
  constructor(
    private readonly replay: Replay,
    at: number,
  ) {
    super(replay.id);
    this.replayed = true;
    this.alone = true;
    this.address = `/api/replays/${replay.id}`;
    const { options } = this.frame(0).view;
    this.lobby = quietLobby(replay.id, options, replay.players, replay.eyes, 'over');
    this.line = 'open';
    this.jump(at);
  }

  /** Show an entry and what happened in it. */
  tell(at: number): void {
    const frame = this.frame(at);
    this.hear({ ...frame, menu: CLOSED[frame.view.game] });
    this.lookAt(frame);
  }

  /** Show where things stood after an entry, with no word on how they came there. */
  jump(at: number): void {
    const frame = this.frame(at);
    const { number, view, result } = frame;
    this.past = this.replay.frames.slice(0, at + 1);
    this.hear({ type: 'position', number, view, menu: CLOSED[view.game], left: null, result, sign: '' });
    this.jumps += 1;
    this.lookAt(frame);
  }

  override open(): void {}
  override act(): void {}
  override draft(): void {}
  override ready(): void {}
  override ask(): void {}

  private frame(at: number): Happened {
    return this.replay.frames[at] as Happened;
  }

  private lookAt({ view }: Happened): void {
    if (view.game === 'dive' && this.look?.round !== view.round) this.look = { round: view.round };
  }
}
