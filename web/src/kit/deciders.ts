/** Who decides for themselves at a table. */

import type { Lobby } from '../wire/protocol';

/** The seats of people for whom no bot plays. */
export function deciders({ seats }: Lobby): readonly number[] {
  return seats.flatMap((seat, number) => (seat.type === 'person' && !seat.stand_in ? [number] : []));
}
