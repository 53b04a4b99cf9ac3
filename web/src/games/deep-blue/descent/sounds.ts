/** What the beats of a dive sound like. */

import type { Tone } from '../../../device/sound';
import type { Beat } from './beats';

/** A breath: in through the valve, held. */
const BREATH: readonly Tone[] = [
  { from: 180, to: 320, seconds: 0.5, loud: 0.05, shape: 'triangle' },
  { at: 0.55, from: 320, to: 300, seconds: 0.3, loud: 0.03, shape: 'triangle' },
];
const BUBBLES: readonly Tone[] = [
  { from: 420, to: 900, seconds: 0.07, loud: 0.05 },
  { at: 0.12, from: 520, to: 1100, seconds: 0.06, loud: 0.04 },
  { at: 0.26, from: 380, to: 820, seconds: 0.08, loud: 0.05 },
];
const CHIME: { readonly [colour: string]: number } = {
  silver: 660,
  gold: 784,
  red: 988,
  green: 587,
  purple: 523,
};
const MONSTER: readonly Tone[] = [
  { from: 70, to: 52, seconds: 0.9, loud: 0.2, shape: 'sawtooth' },
  { at: 0.5, from: 58, to: 44, seconds: 0.8, loud: 0.2, shape: 'sawtooth' },
];
const LOW_AIR: readonly Tone[] = [0, 0.3, 0.6].map((at) => ({
  at,
  from: 300,
  to: 210,
  seconds: 0.16,
  loud: 0.1,
}));
/** The ship's bell. */
const BELL: readonly Tone[] = [
  { from: 1046, to: 1040, seconds: 0.7, loud: 0.09 },
  { from: 1568, to: 1560, seconds: 0.5, loud: 0.04 },
];

/** The tones of a beat; none where nothing is to be heard. */
export function tonesOf(beat: Beat): readonly Tone[] {
  switch (beat.kind) {
    case 'gather':
    case 'rush':
      return BUBBLES;
    case 'reach':
      return BREATH;
    case 'gem': {
      const pitch = CHIME[beat.colour];
      if (pitch !== undefined) return [{ from: pitch, to: pitch * 1.5, seconds: 0.18, loud: 0.09 }];
      return [{ from: 196, to: 165, seconds: 0.3, loud: 0.1, shape: 'triangle' }];
    }
    case 'hazard':
      return beat.hazard === 'black' ? MONSTER : LOW_AIR;
    case 'shield':
      return [{ from: 392, to: 523, seconds: 0.2, loud: 0.08, shape: 'triangle' }];
    case 'up':
      return beat.leads ? [...BUBBLES, { at: 0.4, from: 220, to: 60, seconds: 1.4, loud: 0.12 }] : BUBBLES;
    case 'play':
      return [{ from: 587, to: 784, seconds: 0.12 }];
    case 'count':
      return beat.column === 'total' ? BELL : [{ from: 440, to: 494, seconds: 0.08, loud: 0.05 }];
    case 'told':
      return [];
  }
}
