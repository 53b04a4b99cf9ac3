/** Every dive of a story as an account of it: gems, cards, who was driven up and what that cost, what it brought. */

import type { DeepBlueDiveEnded, DeepBlueEvent, DeepBluePlayed } from '../../../wire/protocol';
import type { Box, Colour, Hazard } from '../box/box';
import { worthOn } from '../descent/standing';

/** Someone who had to go up, and what the gems drawn until then had been worth to them. */
export interface DrivenUp {
  readonly seat: number;
  readonly against: Hazard;
  readonly lost: number;
}

export interface DiveTold {
  readonly leader: number;
  readonly site: string;
  readonly tile: string;
  readonly gems: readonly Colour[];
  readonly plays: readonly DeepBluePlayed[];
  readonly up: readonly DrivenUp[];
  /** The points; null while the dive goes on. */
  readonly ended: DeepBlueDiveEnded | null;
}

interface Boat {
  readonly place: string;
  readonly space: number | null;
}

/** Follows boats and gems from event to event, as far as dives need it. */
class Account {
  readonly dives: DiveTold[] = [];
  private readonly boats = new Map<number, Boat[]>();

  constructor(private readonly box: Box) {}

  follow(event: DeepBlueEvent): void {
    const dive = this.dives.at(-1);
    switch (event.type) {
      case 'steered':
        for (const [boat, place] of event.to.entries()) if (place !== null) this.lay(event.seat, boat, place);
        break;
      case 'moored':
        this.lay(event.seat, event.boat, event.site, event.space);
        break;
      case 'dive-began': {
        const { leader, site, tile } = event;
        this.dives.push({ leader, site, tile, gems: [], plays: [], up: [], ended: null });
        break;
      }
      case 'rushed':
        for (const boat of event.boats) this.lay(event.seat, boat, dive?.site ?? '');
        break;
      case 'protected':
        if (event.boat !== null && dive) this.lay(event.seat, event.boat, dive.site);
        break;
      case 'drew':
        this.change((now) => ({ gems: [...now.gems, ...event.gems] }));
        break;
      case 'crew-played':
        this.change((now) => ({ plays: [...now.plays, ...event.plays] }));
        break;
      case 'surfaced':
        this.change((now) => ({
          up: [...now.up, { seat: event.seat, against: event.against, lost: this.worth(now, event.seat) }],
        }));
        break;
      case 'dive-ended':
        this.change(() => ({ ended: event }));
        this.clear(dive?.site ?? '');
        break;
      default:
    }
  }

  private change(by: (dive: DiveTold) => Partial<DiveTold>): void {
    const dive = this.dives.pop();
    if (dive) this.dives.push({ ...dive, ...by(dive) });
  }

  private lay(seat: number, boat: number, place: string, space: number | null = null): void {
    const boats = this.boats.get(seat) ?? [];
    boats[boat] = { place, space };
    this.boats.set(seat, boats);
  }

  /** The wreck is gone, and its spaces with it. */
  private clear(site: string): void {
    for (const [seat, boats] of this.boats) {
      this.boats.set(
        seat,
        boats.map((boat) => (boat.place === site ? { place: site, space: null } : boat)),
      );
    }
  }

  private worth(dive: DiveTold, seat: number): number {
    const spaces = this.box.tiles.get(dive.tile)?.spaces ?? [];
    const lies = (this.boats.get(seat) ?? []).flatMap((boat) =>
      boat.place === dive.site && boat.space !== null ? (spaces[boat.space] ?? []) : [],
    );
    return worthOn(dive.gems, lies);
  }
}

/** The dives of a story, in order. */
export function divesOf(events: readonly DeepBlueEvent[], box: Box): readonly DiveTold[] {
  const account = new Account(box);
  for (const event of events) account.follow(event);
  return account.dives;
}

/**
 * The points of every captain before the first dive and after each: the last of them are the result. A story that
 * was not heard from its beginning begins with what captains had then.
 */
export function racesOf(
  dives: readonly DiveTold[],
  result: readonly number[],
): readonly (readonly number[])[] {
  const gained = dives.map(({ ended }) =>
    result.map((_, seat) => {
      const tally = ended?.tallies.find((each) => each.seat === seat);
      return tally ? tally.cards + tally.gems + tally.tile + tally.safe : 0;
    }),
  );
  return result.map((vp, seat) => {
    let sum = vp - gained.reduce((all, dive) => all + (dive[seat] ?? 0), 0);
    return [sum, ...gained.map((dive) => (sum += dive[seat] ?? 0))];
  });
}
