/** What the next draw may bring, as plain arithmetic over what lies open: the bag's contents are public. */

import type { DeepBlueGems } from '../../../wire/protocol';
import { COLOURS, total, type Colour } from '../box/box';

/** What someone could answer hazards with. */
export interface Shield {
  readonly black: number;
  readonly blue: number;
  /** Spaces against both, each usable once. */
  readonly either: number;
}

export interface Odds {
  /** The chance that a hazard must be answered. */
  readonly hazard: number;
  /** The chance that it cannot be answered with this shield. */
  readonly surfacing: number;
  /** For each colour, the chance that at least one gem of it comes. */
  readonly colours: { readonly [colour in Colour]: number };
}

/** The exact odds of drawing so many gems at once, when these have been drawn before. */
export function oddsOf(bag: DeepBlueGems, drawn: DeepBlueGems, draw: number, shield: Shield): Odds {
  const gems = Math.min(draw, total(bag));
  const seen = { ...drawn };
  const left = { ...bag };
  const colours = Object.fromEntries(COLOURS.map((colour) => [colour, 0])) as { [colour in Colour]: number };
  let hazard = 0;
  let surfacing = 0;

  function follow(
    chance: number,
    depth: number,
    owed: { black: number; blue: number },
    came: readonly Colour[],
  ) {
    if (depth === gems) {
      if (owed.black + owed.blue > 0) hazard += chance;
      const short = Math.max(0, owed.black - shield.black) + Math.max(0, owed.blue - shield.blue);
      if (short > shield.either) surfacing += chance;
      for (const colour of new Set(came)) colours[colour] += chance;
      return;
    }
    const all = total(left);
    for (const colour of COLOURS) {
      if (!left[colour]) continue;
      const next = (chance * left[colour]) / all;
      const counts = (colour === 'black' || colour === 'blue') && seen[colour] > 0;
      left[colour] -= 1;
      seen[colour] += 1;
      follow(next, depth + 1, counts ? { ...owed, [colour]: owed[colour] + 1 } : owed, [...came, colour]);
      left[colour] += 1;
      seen[colour] -= 1;
    }
  }

  if (gems > 0) follow(1, 0, { black: 0, blue: 0 }, []);
  return { hazard, surfacing, colours };
}
