/** What the told story says of the log and the dives: the same for whoever reads it, and whenever. */

import type { Told } from '../../../table/told.svelte';
import type { DeepBlueEvent, DeepBlueTally, Games } from '../../../wire/protocol';
import type { Colour } from '../box/box';

/** One line of the log: an event, and the points if it ended a dive. */
export interface Line {
  readonly id: string;
  readonly event: DeepBlueEvent;
  readonly scored: Scored | null;
}

/** A dive that has been scored. With closed chests its story has the reader's own points only, until the end. */
export interface Scored {
  readonly tile: string;
  readonly site: string;
  readonly leader: number;
  readonly gems: readonly Colour[];
  readonly tallies: readonly DeepBlueTally[];
  readonly why: 'ended' | 'leader-surfaced' | 'bag-empty';
  /** How many parts of the city are in their places then, if this dive put one there. */
  readonly part: number | null;
}

/** What was taken back, by whom and in which entry: none of it counts any more. */
export interface Back {
  readonly number: number;
  readonly seat: number;
  readonly events: readonly DeepBlueEvent[];
}

/** A story as far as it has been read. */
export interface Reading {
  readonly log: readonly Line[];
  readonly backs: readonly Back[];
  /** The gems of the dive under way, or of the last one, in the order in which they came. */
  readonly gems: readonly Colour[];
  /** How many of them came with the last draw. */
  readonly fresh: number;
  /** The last dive that was scored. */
  readonly scored: Scored | null;
}

/** Read the entries up to this number. */
export function read(entries: readonly Told<Games['deep-blue']>[], until: number): Reading {
  const log: Line[] = [];
  const backs: Back[] = [];
  let dive = { tile: '', site: '', leader: 0 };
  let gems: readonly Colour[] = [];
  let fresh = 0;
  let last: Scored | null = null;
  let city = 0;
  for (const { number, events, taken_back, undone } of entries) {
    if (number > until) break;
    if (taken_back) backs.push({ number, seat: taken_back.seat, events: undone ?? [] });
    for (const [at, event] of events.entries()) {
      let scored: Scored | null = null;
      if (event.type === 'dive-began') {
        dive = { tile: event.tile, site: event.site, leader: event.leader };
        gems = [];
        fresh = 0;
      } else if (event.type === 'drew') {
        gems = [...gems, ...event.gems];
        fresh = event.gems.length;
      } else if (event.type === 'dive-ended') {
        const part = event.city > city ? event.city : null;
        city = event.city;
        scored = { ...dive, gems, tallies: event.tallies, why: event.why, part };
        last = scored;
      }
      log.push({ id: `${number}.${at}`, event, scored });
    }
  }
  return { log, backs, gems, fresh, scored: last };
}
