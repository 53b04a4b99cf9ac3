/** What each language calls itself. */

import { m } from '../paraglide/messages.js';
import type { Locale } from '../paraglide/runtime.js';

const NAMES: { readonly [locale in Locale]: () => string } = {
  en: m.language_en,
  de: m.language_de,
  nl: m.language_nl,
};

export function languageName(locale: Locale): string {
  return NAMES[locale]();
}
