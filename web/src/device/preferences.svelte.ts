/** What a person has chosen for themselves on this device: language, name, sound, motion, contrast, soundings. */

import { MediaQuery } from 'svelte/reactivity';

import {
  baseLocale,
  extractLocaleFromNavigator,
  isLocale,
  overwriteGetLocale,
  type Locale,
} from '../paraglide/runtime.js';

/** As the device asks for, or as chosen here. */
export type Motion = 'system' | 'less' | 'full';
export type Contrast = 'system' | 'more' | 'usual';
/** How fast what happens is shown. */
export type Pace = 'calm' | 'fast';

const lessMotion = new MediaQuery('(prefers-reduced-motion: reduce)');
const moreContrast = new MediaQuery('(prefers-contrast: more)');

class Preferences {
  locale = $state<Locale>(rememberedLocale());
  name = $state(remembered('name') ?? '');
  sound = $state(remembered('sound') === 'on');
  /** How loud, from 0 to 1. */
  volume = $state(volumeOf(remembered('volume')));
  /** Whether this person has been asked, or has said, whether they want sound. */
  soundAsked = $state(remembered('sound') !== null);
  motion = $state<Motion>(oneOf(['system', 'less', 'full'], remembered('motion')));
  contrast = $state<Contrast>(oneOf(['system', 'more', 'usual'], remembered('contrast')));
  pace = $state<Pace>(oneOf(['calm', 'fast'], remembered('pace')));
  /** Whether the ocean follows the device when it is moved. */
  feel = $state(remembered('feel') === 'on');
  /** Whether each depth of the ocean should be told in words: then tables opened here have soundings. */
  soundings = $state(remembered('soundings') === 'on');

  /** Whether things should rather not travel. */
  readonly calm = $derived.by(
    () => this.motion === 'less' || (this.motion === 'system' && lessMotion.current),
  );
  /** Whether everything should stand out more. */
  readonly plain = $derived.by(
    () => this.contrast === 'more' || (this.contrast === 'system' && moreContrast.current),
  );

  speak(locale: Locale): void {
    this.locale = locale;
    remember('locale', locale);
  }

  call(name: string): void {
    this.name = name;
    remember('name', name);
  }

  setSound(on: boolean): void {
    this.sound = on;
    this.soundAsked = true;
    remember('sound', on ? 'on' : 'off');
  }

  setVolume(volume: number): void {
    this.volume = volume;
    remember('volume', String(volume));
  }

  setMotion(motion: Motion): void {
    this.motion = motion;
    remember('motion', motion);
  }

  setContrast(contrast: Contrast): void {
    this.contrast = contrast;
    remember('contrast', contrast);
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    remember('pace', pace);
  }

  setSoundings(on: boolean): void {
    this.soundings = on;
    remember('soundings', on ? 'on' : 'off');
  }

  setFeel(on: boolean): void {
    this.feel = on;
    remember('feel', on ? 'on' : 'off');
  }
}

/** A private window may have no storage: then nothing is remembered, and everything else works. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`fathom.${key}`, value);
  } catch {
    return;
  }
}

/** What `remember` kept under this key, or null. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(`fathom.${key}`);
  } catch {
    return null;
  }
}

/** Let go of what `remember` kept. */
export function forget(key: string): void {
  try {
    localStorage.removeItem(`fathom.${key}`);
  } catch {
    return;
  }
}

/** The value if it is one of the known ones, else the first of them. */
function oneOf<Value extends string>(known: readonly [Value, ...Value[]], value: string | null): Value {
  return known.find((each) => each === value) ?? known[0];
}

function volumeOf(word: string | null): number {
  const volume = Number.parseFloat(word ?? '');
  return volume >= 0 && volume <= 1 ? volume : 0.7;
}

function rememberedLocale(): Locale {
  const locale = remembered('locale');
  return isLocale(locale) ? locale : (extractLocaleFromNavigator() ?? baseLocale);
}

export const preferences = new Preferences();

// Every message asks for the locale when it is shown, so changing it changes the page without loading it again.
overwriteGetLocale(() => preferences.locale);
