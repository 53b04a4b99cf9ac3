import { globSync, readFileSync } from 'node:fs';

import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

import { locales } from '../paraglide/runtime.js';
import { m } from '../paraglide/messages.js';

const read = (locale: string): { [key: string]: unknown } =>
  Object.fromEntries(
    globSync(`messages/**/${locale}.json`).flatMap((path) =>
      Object.entries(JSON.parse(readFileSync(path, 'utf-8')) as { [key: string]: unknown }),
    ),
  );

const inputs = (message: unknown) => [...new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? [])].sort();

test('every language has every message, with the same places to fill in', () => {
  const english = read('en');
  for (const locale of locales) {
    const words = read(locale);
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    for (const [key, message] of Object.entries(words)) {
      expect([key, inputs(message)]).toEqual([key, inputs(english[key])]);
    }
  }
});

test('no message is kept that nothing says', () => {
  const sources = globSync('src/**/*.{svelte,ts}')
    .filter((path) => !path.includes('paraglide'))
    .map((path) => readFileSync(path, 'utf-8'))
    .join('');
  const unsaid = Object.keys(read('en')).filter((key) => !new RegExp(`\\bm\\.${key}\\b`).test(sources));
  expect(unsaid).toEqual([]);
});

test('messages are really there: a build without its plugin would show their keys', () => {
  expect(m.home_play_now({}, { locale: 'en' })).toBe('Play now');
  expect(m.home_play_now({}, { locale: 'de' })).toBe('Jetzt spielen');
  expect(m.told_round({ round: 2, cards: 1 }, { locale: 'nl' })).toBe(
    'Ronde 2 begint met 1 kaart in het frame.',
  );
});

test('no component says anything but through messages', () => {
  const said: string[] = [];
  const spoken = new Set(['aria-label', 'title', 'alt', 'placeholder']);
  const walk = (path: string, node: unknown, of: string | null): void => {
    if (Array.isArray(node)) node.forEach((each) => walk(path, each, of));
    else if (typeof node === 'object' && node !== null) {
      const each = node as { type?: string; name?: string; data?: string; [key: string]: unknown };
      if (each.type === 'Attribute' || each.type === 'StyleDirective') of = each.name ?? null;
      const shown = of === null || spoken.has(of);
      if (each.type === 'Text' && shown && /\p{L}{2,}/u.test(each.data ?? '')) {
        said.push(`${path}: ${each.data?.trim()}`);
      }
      for (const [key, value] of Object.entries(each)) if (key !== 'parent') walk(path, value, of);
    }
  };
  for (const path of globSync('src/**/*.svelte')) {
    walk(path, parse(readFileSync(path, 'utf-8'), { modern: true }).fragment, null);
  }
  expect(said).toEqual([]);
});
