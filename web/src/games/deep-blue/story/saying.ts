/** What is said about what is being shown. */

import type { DeepBlueEvent } from '../../../wire/protocol';
import { m } from '../../../paraglide/messages.js';
import type { Box } from '../box/box';
import { turnsOf } from '../told/turns';
import { eventWords, isNoise } from '../words/events';
import { turnWords } from '../words/turns';
import { descentOf } from '../words/waiting';
import type { Story } from './story.svelte';

/** What the line above the stage says: in a dive what has just happened, otherwise the turn as far as it has come. */
export function nowWords(story: Story, names: readonly string[], box: Box): string {
  const { beat, event } = story;
  if (beat?.kind === 'reach') return m.blue_stage_breath({ name: names[beat.seat] ?? '' });
  if (beat?.kind === 'up' && beat.leads && event?.type === 'surfaced') {
    return `${eventWords(event, names, box)} ${m.blue_light_out()}`;
  }
  if (!event) return '';
  const dives = beat ? beat.kind !== 'told' : descentOf(story.view) !== null;
  if (dives || story.retold) return eventWords(event, names, box);
  const events = story.events.filter((each) => !isNoise(each));
  // A turn that has just begun says nothing yet: the one before it is what happened last.
  const played = turnsOf(events).filter((turn) => turn.events.some(({ type }) => type !== 'turn-began'));
  return turnWords(played.at(-1)?.events ?? [event], names, box);
}

/** Who does what is being told; null where nobody in particular does. */
export function whoActs({ beat, event }: Story): number | null {
  if (beat && 'seat' in beat) return beat.seat;
  if (beat?.kind === 'gather') return beat.leader;
  return event ? seatOf(event) : null;
}

function seatOf(event: DeepBlueEvent): number | null {
  if (event.type === 'turn-began') return null;
  return 'seat' in event ? event.seat : 'leader' in event ? event.leader : null;
}
