/** The rulebooks: one chunk for each game in each language, fetched when it is opened. */

import type { Locale } from '../paraglide/runtime.js';
import type { RulesGame } from '../device/router.svelte';
import type { Rulebook } from '../words/rulebook';

const BOOKS = import.meta.glob<Rulebook>('../../../docs/rules/**/{dive,deep-blue}.md', { import: 'default' });

const folder = (locale: Locale) => (locale === 'en' ? '' : `${locale}/`);

export async function rulebook(game: RulesGame, locale: Locale): Promise<Rulebook> {
  const open = BOOKS[`../../../docs/rules/${folder(locale)}${game}.md`];
  if (!open) throw new Error(`no rules of ${game} in ${locale}`);
  return await open();
}
