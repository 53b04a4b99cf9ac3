/** Soft sounds, made here and now, and only for those who asked for them. */

import { preferences } from './preferences.svelte';

/** A tone that glides from one pitch to another, `at` so many seconds from now. */
export interface Tone {
  readonly at?: number;
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
  readonly loud?: number;
  readonly shape?: OscillatorType;
}

const TONES = {
  turn: { from: 523, to: 659, seconds: 0.12 },
  lift: { from: 330, to: 392, seconds: 0.14 },
  right: { from: 587, to: 784, seconds: 0.12 },
  wrong: { from: 220, to: 165, seconds: 0.25 },
  help: { from: 659, to: 988, seconds: 0.2 },
} as const satisfies { readonly [name: string]: Tone };

/** Whoever listens hears one thing at a time: what is played next ends what was. */
class Ear {
  private playing: readonly OscillatorNode[] = [];
  private air: AudioContext | null = null;

  play(tones: readonly Tone[]): void {
    for (const tone of this.playing) tone.stop();
    this.playing = tones.map((tone) => this.sounded(tone));
  }

  private sounded({ at = 0, from, to, seconds, loud = 0.08, shape = 'sine' }: Tone): OscillatorNode {
    const air = (this.air ??= new AudioContext());
    const tone = air.createOscillator();
    const gain = air.createGain();
    const now = air.currentTime + at;
    tone.type = shape;
    tone.frequency.setValueAtTime(from, now);
    tone.frequency.exponentialRampToValueAtTime(to, now + seconds);
    gain.gain.setValueAtTime(0.0001, now);
    gain.gain.exponentialRampToValueAtTime(loud, now + 0.03);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + seconds + 0.25);
    tone.connect(gain).connect(air.destination);
    tone.start(now);
    tone.stop(now + seconds + 0.3);
    return tone;
  }
}

/** For those who asked to hear something just now. */
export const ear = new Ear();

const quiet = new Ear();

/** For those who want sound at all. */
export function sound(name: keyof typeof TONES): void {
  if (preferences.sound) quiet.play([TONES[name]]);
}
