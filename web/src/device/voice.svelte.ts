/** Reads aloud, where the browser can, in the language of the page. Where it cannot, nothing happens. */

import { preferences } from './preferences.svelte';

const LANGUAGES: { readonly [locale: string]: string } = { en: 'en-GB', de: 'de-DE', nl: 'nl-NL' };

/** A little slower than grown-ups speak. */
const RATE = 0.95;

class Voice {
  /** Whether there is anything to speak with. */
  readonly able = typeof speechSynthesis !== 'undefined' && typeof SpeechSynthesisUtterance !== 'undefined';

  /** Say this now, instead of whatever is being said. */
  say(text: string): void {
    if (!this.able || !text) return;
    this.hush();
    const words = new SpeechSynthesisUtterance(text);
    words.lang = LANGUAGES[preferences.locale] ?? preferences.locale;
    words.rate = RATE;
    speechSynthesis.speak(words);
  }

  hush(): void {
    if (this.able) speechSynthesis.cancel();
  }
}

export const voice = new Voice();
