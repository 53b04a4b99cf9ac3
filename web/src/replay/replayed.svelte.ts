/**
 * A table whose game is over, told again. It has no line to the server: entries are shown one by one, each with
 * what happened in it, or the table jumps to any of them.
 */

import type { Happened } from '../wire/protocol';
import type { GamePage } from '../guests/guest';
import { optionsIn, quietLobby } from '../table/quietLobby';
import { Table } from '../table/table.svelte';
import type { WholeReplay } from './whole';

export class ReplayedTable extends Table {
  constructor(
    private readonly replay: WholeReplay,
    private readonly page: GamePage,
    at: number,
  ) {
    super(replay.id);
    this.replayed = true;
    this.alone = true;
    this.address = `/api/replays/${replay.id}`;
    this.lobby = quietLobby(replay.id, optionsIn(this.frame(0).view), replay.players, replay.eyes, 'over');
    this.jump(at);
  }

  /** Show an entry and what happened in it. What was offered then is not offered again. */
  tell(at: number): void {
    const frame = this.frame(at);
    this.hear({ ...frame, menu: this.page.closed(frame.view) });
    this.lookAt(frame);
  }

  /** Show where things stood after an entry, with no word on how they came there. */
  jump(at: number): void {
    const frame = this.frame(at);
    const { number, view, result } = frame;
    this.past = this.replay.frames.slice(0, at + 1);
    const menu = this.page.closed(view);
    this.hear({ type: 'position', number, view, menu, left: null, result, sign: '', can_take_back: null });
    this.jumps += 1;
    this.lookAt(frame);
  }

  private frame(at: number): Happened {
    return this.replay.frames[at] as Happened;
  }

  private lookAt({ view }: Happened): void {
    const round = this.page.pictured(view);
    if (round !== null && this.look?.round !== round) this.look = { round };
  }
}
