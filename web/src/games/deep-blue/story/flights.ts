/** Which pieces fly when something happens: from where to where, as selectors of what is on the page. */

import type { DeepBlueEvent } from '../../../wire/protocol';
import type { Colour } from '../box/box';

export interface FlightPlan {
  readonly card: string | null;
  readonly gem: Colour | null;
  readonly from: string;
  readonly to: string;
  /** Milliseconds from now. */
  readonly after: number;
}

const BETWEEN = 350;

export function flightsOf(events: readonly DeepBlueEvent[]): FlightPlan[] {
  return events
    .flatMap((event): Omit<FlightPlan, 'after'>[] => {
      switch (event.type) {
        case 'hired':
          return [
            {
              card: event.card,
              gem: null,
              from: `[data-testid="slot-${event.slot}"]`,
              to: `[data-testid="captain-${event.seat}"]`,
            },
          ];
        case 'took':
          if (event.card === null) return [];
          return [
            {
              card: event.card,
              gem: null,
              from: '[data-testid="slot-0"]',
              to: `[data-testid="captain-${event.seat}"]`,
            },
          ];
        case 'turned-up':
          if (event.gem === null) return [];
          return [{ card: null, gem: event.gem, from: '[data-testid="slot-3"]', to: '[data-fly="bag"]' }];
        default:
          return [];
      }
    })
    .map((flight, at) => ({ ...flight, after: at * BETWEEN }));
}
