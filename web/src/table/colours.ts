/** The colours of the seats: chosen by people, shown by pawns, boats and lines alike. */

import { m } from '../paraglide/messages.js';
import type { Lobby, Paint } from '../wire/protocol';

export type Colour = Paint['colour'];

export const COLOURS: { readonly [colour in Colour]: () => string } = {
  amber: m.colour_amber,
  sky: m.colour_sky,
  rose: m.colour_rose,
  mint: m.colour_mint,
  plum: m.colour_plum,
  lemon: m.colour_lemon,
};

/** Style that paints every seat: `--seat-0` and so on, for all that is drawn inside. */
export function paintOf(seats: Lobby['seats']): string {
  return seats
    .map((seat, index) =>
      seat.type === 'open' || !(seat.colour in COLOURS) ? '' : `--seat-${index}: var(--${seat.colour});`,
    )
    .join('');
}
