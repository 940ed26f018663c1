import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { brandPlugin, ownName } from './build/brand.ts';
import { kits, startChunks } from './build/chunks.ts';
import { fewerPlacesPlugin } from './build/places.ts';

/** The page and its worker. The server's bundle is made by scripts/build.mjs from build/server.config.ts. */
export default defineConfig({
  plugins: [react(), fewerPlacesPlugin(), brandPlugin()],
  // RxJS has its classes for browsers of this decade under a name of their own.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  define: {
    __BUILD_ID__: JSON.stringify(process.env['BUILD_ID'] ?? 'dev'),
    __NAME__: JSON.stringify(ownName),
    __STATIC__: 'false',
  },
  // What tells a bundler that a call has no effect tells a browser nothing: a twentieth of the worker would be that.
  worker: {
    format: 'es',
    plugins: () => [fewerPlacesPlugin()],
    rolldownOptions: {
      output: {
        comments: { annotation: false },
        // One file of what it begins with: five of them, split by which later parts share them, compress worse.
        codeSplitting: { groups: [{ name: 'market', tags: ['$initial'] }] },
      },
    },
  },
  build: {
    outDir: process.env['OUT_DIR'] ?? 'dist/client',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The page's Content-Security-Policy allows no inline script, and every target browser preloads modules.
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The start names every chunk there is: a shorter hash, still of 42 bits, makes it smaller.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: [{ name: startChunks(), debugName: 'first screen' }, ...kits] },
      },
    },
  },
});
