/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

import { parse } from './src/words/rulebook.ts';

// `npm run dev` shows the client from its sources and asks a server that runs elsewhere for everything else.
const server = process.env['FATHOM_SERVER'] ?? 'http://127.0.0.1:8000';

/** The rules are told once, in docs/rules; the client gets them in pieces that it can show. */
const rulebooks: Plugin = {
  name: 'rulebooks',
  transform(text, path) {
    if (!/\/docs\/rules\/.*\.md$/.test(path)) return null;
    return { code: `export default ${JSON.stringify(parse(text))}`, map: null };
  },
};

export default defineConfig({
  plugins: [rulebooks, svelte()],
  build: {
    outDir: '../src/fathom/server/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: {
    fs: { allow: ['..'] },
    proxy: {
      '/api': { target: server, ws: true, changeOrigin: true },
    },
  },
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000, // a machine with much else to do is slow, not wrong
  },
});
