import { expect, test } from 'vitest';

import { importsOf, violations, type Layers } from './layers';

const LAYERS: Layers = [[''], ['pages', 'games/dive'], ['kit'], ['wire']];

const CLEAN: readonly (readonly [string, string])[] = [
  ['App.svelte', `<script lang="ts">import Home from './pages/Home.svelte';</script><Home />`],
  ['pages/Home.svelte', `<script lang="ts">import Frame from '../kit/Frame.svelte';</script><Frame />`],
  [
    'games/dive/Dive.svelte',
    `<script lang="ts">import Frame from '../../kit/Frame.svelte';</script><Frame />`,
  ],
  ['kit/Frame.svelte', `<script lang="ts">import type { Lobby } from '../wire/protocol';</script>`],
  ['wire/protocol.ts', `export interface Lobby { readonly id: string }`],
  ['wire/api.ts', `import type { Lobby } from './protocol';`],
];

/** The same without cycles: whoever knows someone above is often in one, too. */
function upward(...planted: readonly (readonly [string, string])[]): string[] {
  return found(...planted).filter((said) => !said.startsWith('a cycle'));
}

/** What is said of the clean house with these files added or changed. */
function found(...planted: readonly (readonly [string, string])[]): string[] {
  return violations(new Map([...CLEAN, ...planted]), LAYERS, 3);
}

test('a house in which everyone knows only those below is clean', () => {
  expect(found()).toEqual([]);
});

test('a component from above that only markup uses is found', () => {
  const text = `<script lang="ts">import Home from '../pages/Home.svelte';</script><div><Home /></div>`;
  expect(upward(['kit/Menu.svelte', text])).toEqual([
    'kit/Menu.svelte uses in its markup pages/Home.svelte, which stands above it',
  ]);
});

test('a type from above is found inside a .svelte file, however it is imported', () => {
  for (const text of [
    `<script lang="ts">import type { Shown } from '../pages/shown';</script>`,
    `<script lang="ts">import { type Shown } from '../pages/shown';</script>`,
    `<script lang="ts" module>let shown: import('../pages/shown').Shown;</script>`,
  ]) {
    expect(upward(['kit/Menu.svelte', text], ['pages/shown.ts', 'export type Shown = 1'])).toEqual([
      'kit/Menu.svelte imports a type from pages/shown.ts, which stands above it',
    ]);
  }
});

test('so is what code or markup imports when it is needed', () => {
  const inMarkup = `{#await import('../pages/Home.svelte') then { default: Home }}<Home />{/await}`;
  const inCode = `export const home = () => import('../pages/Home.svelte');`;
  const said = 'imports when needed pages/Home.svelte, which stands above it';
  expect(upward(['kit/Menu.svelte', inMarkup])).toEqual([`kit/Menu.svelte ${said}`]);
  expect(upward(['kit/menu.ts', inCode])).toEqual([`kit/menu.ts ${said}`]);
});

test('those who stand beside each other do not know each other', () => {
  const text = `<script lang="ts">import Home from '../../pages/Home.svelte';</script><Home />`;
  expect(found(['games/dive/Scene.svelte', text])).toEqual([
    'games/dive/Scene.svelte uses in its markup pages/Home.svelte, which stands beside it',
  ]);
});

test('a cycle is found within a layer too, types included', () => {
  expect(
    found(
      ['wire/line.ts', `import { dice } from './dice';`],
      ['wire/dice.ts', `import type { Line } from './line';`],
      ['wire/api.ts', ''],
      ['wire/protocol.ts', ''],
    ),
  ).toContain('a cycle of modules: wire/line.ts → wire/dice.ts → wire/line.ts');
});

test('a cycle of folders is found where no module is in one', () => {
  const planted = [
    ['kit/a/one.ts', `import { two } from '../b/two';`],
    ['kit/b/two.ts', ''],
    ['kit/b/three.ts', `import { four } from '../a/four';`],
    ['kit/a/four.ts', ''],
  ] as const;
  expect(found(...planted)).toEqual(['a cycle of folders: kit/a → kit/b → kit/a']);
});

test('a folder in which nobody finds anything is named, and so is one that nobody has thought of', () => {
  expect(found(...['a', 'b', 'c', 'd'].map((name) => [`pages/x/${name}.ts`, ''] as const))).toEqual([
    'pages/x has 4 modules, more than 3',
  ]);
  expect(found(['attic/chest.ts', `import type { Lobby } from '../wire/protocol';`])).toEqual([
    'attic/chest.ts lies in no layer',
  ]);
});

test('pictures, packages and generated messages are nobody’s layer', () => {
  const text = `import { m } from '../paraglide/messages.js';\nimport { hmac } from '@noble/hashes/hmac.js';\nimport fish from './fish.svg?url';`;
  expect(importsOf('kit/art.ts', text, new Map([['kit/fish.svg', '']]))).toEqual([
    { from: 'kit/art.ts', to: 'kit/fish.svg', kind: 'code' },
  ]);
});
