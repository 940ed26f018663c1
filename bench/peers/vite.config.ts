import { defineConfig } from 'vite';

/** Pages of the peers that are installed for the benches alone; a build of their own, as they may not be there. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/installed/',
  worker: { format: 'es' },
  build: {
    outDir: '../dist/installed',
    emptyOutDir: true,
    target: 'esnext',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
    rollupOptions: {
      input: {
        agGrid: `${import.meta.dirname}/agGrid/index.html`,
        perspective: `${import.meta.dirname}/perspective/index.html`,
      },
    },
  },
});
