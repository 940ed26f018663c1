import { defineConfig } from 'vite';
import { ownName } from './brand.ts';

/**
 * The page's service worker: one classic script beside the page, after whose files it is named in scripts/shell.mjs.
 * SHELL_FILES holds them as JSON.
 */
export default defineConfig({
  define: { __NAME__: JSON.stringify(ownName), __SHELL_FILES__: process.env['SHELL_FILES'] ?? '[]' },
  build: {
    outDir: process.env['OUT_DIR'] ?? 'dist/client',
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'workers/service.worker.ts',
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
});
