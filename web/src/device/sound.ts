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
  turnOver: [
    { from: 294, to: 330, seconds: 0.07, loud: 0.05 },
    { at: 0.09, from: 330, to: 370, seconds: 0.07, loud: 0.05 },
    { at: 0.18, from: 370, to: 440, seconds: 0.09, loud: 0.06 },
  ],
  /** Two low notes, closer and closer. */
  shark: [
    { from: 82, to: 82, seconds: 0.22, loud: 0.16, shape: 'triangle' },
    { at: 0.42, from: 87, to: 87, seconds: 0.2, loud: 0.18, shape: 'triangle' },
    { at: 0.72, from: 82, to: 87, seconds: 0.3, loud: 0.2, shape: 'triangle' },
  ],
  tie: [
    { from: 440, to: 440, seconds: 0.12 },
    { at: 0.16, from: 440, to: 415, seconds: 0.2 },
  ],
  rest: [
    { from: 392, to: 440, seconds: 0.14 },
    { at: 0.18, from: 494, to: 523, seconds: 0.16 },
    { at: 0.38, from: 587, to: 659, seconds: 0.24 },
  ],
  feast: [
    { from: 523, to: 523, seconds: 0.2 },
    { at: 0.22, from: 659, to: 659, seconds: 0.2 },
    { at: 0.44, from: 784, to: 784, seconds: 0.2 },
    { at: 0.66, from: 1047, to: 1047, seconds: 0.7, loud: 0.1 },
  ],
} as const satisfies { readonly [name: string]: Tone | readonly Tone[] };

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
    gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, loud * preferences.volume), now + 0.03);
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
  const tones: Tone | readonly Tone[] = TONES[name];
  if (preferences.sound) quiet.play('from' in tones ? [tones] : tones);
}

/** The same, for a game that brings tones of its own. */
export function sounds(tones: readonly Tone[]): void {
  if (preferences.sound && tones.length) quiet.play(tones);
}
