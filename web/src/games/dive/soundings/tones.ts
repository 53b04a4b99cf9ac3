/**
 * Soundings as sound: for each depth a knock, lower the deeper it is, then a growl for a shark and a note for each
 * helper, as loud as they are probable.
 */

import { ear, type Tone } from '../../../device/sound';
import type { Sounding } from '../../../wire/protocol';

/** Seconds from one depth to the next. */
const PACE = 1.1;
const LOUDEST = 0.16;
/** Fainter than this is as good as silent. */
const FAINTEST = 0.1;

const HELPERS: readonly (readonly [keyof Sounding, number])[] = [
  ['green', 523],
  ['red', 659],
  ['manta', 988],
];

/** Every tone of these depths, with the moment at which it begins. */
export function tonesOf(depths: readonly Sounding[]): Tone[] {
  return depths.flatMap((sounding, depth) => {
    const at = depth * PACE;
    const tones: Tone[] = [knock(depth, at)];
    if (sounding.shark >= FAINTEST) {
      const loud = sounding.shark * LOUDEST;
      tones.push({ at: at + 0.22, from: 92, to: 58, seconds: 0.4, loud, shape: 'sawtooth' });
    }
    HELPERS.forEach(([helper, pitch], nth) => {
      if (sounding[helper] < FAINTEST) return;
      const loud = sounding[helper] * LOUDEST;
      tones.push({ at: at + 0.5 + nth * 0.15, from: pitch, to: pitch * 1.06, seconds: 0.12, loud });
    });
    return tones;
  });
}

function knock(depth: number, at: number): Tone {
  const pitch = 1200 * 0.8 ** depth;
  return { at, from: pitch, to: pitch * 0.9, seconds: 0.05, loud: 0.05, shape: 'triangle' };
}

/** Play them, for whoever asked to listen. Whatever was still playing stops. */
export function listenTo(depths: readonly Sounding[]): void {
  ear.play(tonesOf(depths));
}
