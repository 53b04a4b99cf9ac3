/** What a person has chosen for themselves on this device: language, name, sound. */

import {
  baseLocale,
  extractLocaleFromNavigator,
  isLocale,
  overwriteGetLocale,
  type Locale,
} from '../paraglide/runtime.js';

class Settings {
  locale = $state<Locale>(rememberedLocale());
  name = $state(remembered('name') ?? '');
  sound = $state(remembered('sound') === 'on');

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
    remember('sound', on ? 'on' : 'off');
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

function rememberedLocale(): Locale {
  const locale = remembered('locale');
  return isLocale(locale) ? locale : (extractLocaleFromNavigator() ?? baseLocale);
}

export const settings = new Settings();

// Every message asks for the locale when it is shown, so changing it changes the page without loading it again.
overwriteGetLocale(() => settings.locale);
