/**
 * Builds the client in a language that nobody speaks: every message stands in brackets, accented and a third longer.
 * Whatever a page shows outside brackets did not come from a message. For tests (tests/web/test_screens.py):
 *
 *     vite build --config pseudo.config.ts --outDir somewhere
 */
import { mergeConfig, type Plugin } from 'vite';

import usual from './vite.config.ts';

const MESSAGE = /\(`((?:[^`\\]|\\.)*)`\)/g;
const ACCENTS: { readonly [letter: string]: string } = {
  a: 'á',
  e: 'ë',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  c: 'ç',
  n: 'ñ',
  s: 'š',
};

function disguised(text: string): string {
  // What is filled in stays as it is.
  const words = text
    .split(/(\$\{[^}]*\})/)
    .map((part) =>
      part.startsWith('${') ? part : part.replace(/[aeioucns]/g, (letter) => ACCENTS[letter] ?? letter),
    )
    .join('');
  return `⟦${words}${'~'.repeat(Math.ceil(text.length / 3))}⟧`;
}

const pseudo: Plugin = {
  name: 'pseudo-locale',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/paraglide/messages/')) return null;
    return code.replace(MESSAGE, (_, text: string) => `(\`${disguised(text)}\`)`);
  },
};

export default mergeConfig(usual, {
  plugins: [pseudo],
  build: { minify: false, reportCompressedSize: false },
});
