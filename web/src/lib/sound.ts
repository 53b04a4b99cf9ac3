/** Soft sounds, made here and now, and only for those who asked for them. */

import { settings } from './settings.svelte';

const TONES = {
  turn: [523, 659, 0.12],
  lift: [330, 392, 0.14],
  right: [587, 784, 0.12],
  wrong: [220, 165, 0.25],
  help: [659, 988, 0.2],
} as const;

let air: AudioContext | null = null;

export function sound(name: keyof typeof TONES): void {
  if (!settings.sound) return;
  const [from, to, seconds] = TONES[name];
  air ??= new AudioContext();
  const tone = air.createOscillator();
  const loud = air.createGain();
  const now = air.currentTime;
  tone.type = 'sine';
  tone.frequency.setValueAtTime(from, now);
  tone.frequency.exponentialRampToValueAtTime(to, now + seconds);
  loud.gain.setValueAtTime(0.0001, now);
  loud.gain.exponentialRampToValueAtTime(0.08, now + 0.03);
  loud.gain.exponentialRampToValueAtTime(0.0001, now + seconds + 0.25);
  tone.connect(loud).connect(air.destination);
  tone.start(now);
  tone.stop(now + seconds + 0.3);
}
