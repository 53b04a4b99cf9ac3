/** `npm run lint` runs this: says which imports in `src` go up, and fails if there is one. */

import { globSync, readFileSync } from 'node:fs';

import { violations } from './layers.ts';

/** From the top. A game knows no other game and no page, and no page knows a game: they ask the guests. */
const LAYERS = [
  [''],
  ['games'],
  ['home', 'lobby', 'replay', 'review', 'learn', 'rules', 'games/dive', 'games/deep-blue', 'games/plain'],
  ['kit'],
  ['frame'],
  ['seats'],
  ['form', 'links'],
  ['guests'],
  ['table', 'art'],
  ['words'],
  ['wire'],
  ['device'],
];

/** So that a folder can be taken in at a glance. */
const MOST_MODULES = 15;

const paths = globSync('**/*.*', { cwd: 'src' }).filter(
  (path) => !path.startsWith('paraglide') && !path.endsWith('.test.ts'),
);
const sources = new Map(paths.map((path) => [path, readFileSync(`src/${path}`, 'utf-8')]));
const found = violations(sources, LAYERS, MOST_MODULES);
for (const each of found) console.error(each);
process.exitCode = found.length ? 1 : 0;
