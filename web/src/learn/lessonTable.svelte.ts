/** The table of a chapter. It has no line to the server: what the learner does is asked over HTTP, and told here. */

import type { GameAction, Happened, LessonNow } from '../wire/protocol';
import type { GamePage } from '../guests/guest';
import { optionsIn, quietLobby } from '../table/quietLobby';
import { preferences } from '../device/preferences.svelte';
import { Table } from '../table/table.svelte';
import { m } from '../paraglide/messages.js';

export class LessonTable extends Table {
  constructor(
    now: LessonNow,
    private readonly page: GamePage,
    private readonly choose: (action: GameAction) => void,
  ) {
    super(`lesson.${now.lesson}.${now.chapter}`);
    this.alone = true;
    this.address = `/api/lessons/${now.lesson}/${now.chapter}`;
    const first = now.frames[0] as Happened;
    const players = now.players.map((name) => name || preferences.name.trim() || m.home_default_name());
    this.lobby = quietLobby(this.id, optionsIn(first.view), players, now.you, 'playing');
    this.jump(now);
  }

  /** Tell what followed from the last choice. */
  tell({ frames, news }: LessonNow): void {
    for (const frame of frames.slice(frames.length - news)) {
      this.hear(frame);
      this.lookAt(frame);
    }
  }

  /** Show where things stand, with no word on how they came there. */
  jump({ frames }: LessonNow): void {
    const last = frames[frames.length - 1] as Happened;
    this.past = frames;
    this.hear({ ...last, type: 'position' });
    this.jumps += 1;
    this.lookAt(last);
  }

  override act(action: GameAction): void {
    this.refusal = null;
    this.choose(action);
  }

  private lookAt({ view }: Happened): void {
    const round = this.page.pictured(view);
    if (round !== null && this.look?.round !== round) this.look = { round };
  }
}
