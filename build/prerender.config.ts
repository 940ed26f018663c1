import { defineConfig } from 'vite';
import page from '../vite.config.ts';

/** Makes the home screen's markup for scripts/prerender.mjs. */
export default defineConfig({
  plugins: page.plugins ?? [],
  define: page.define ?? {},
  worker: { format: 'es' },
  build: {
    ssr: 'src/app/firstSights.tsx',
    outDir: process.env['OUT_DIR'] ?? 'dist/prerender',
    copyPublicDir: false,
    target: 'node20',
    reportCompressedSize: false,
  },
});
