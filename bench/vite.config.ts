import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The measured pages. Part of the bench only: the product's build knows nothing of them. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    {
      name: 'bench-worker',
      enforce: 'pre',
      // The page starts the worker that has a generator in place of the network, and tells it the address's query.
      transform(code, id) {
        if (!id.endsWith('/src/state/worker.ts')) return null;
        return code
          .replaceAll('../../workers/market.worker.ts', '../../bench/page/bench.worker.ts')
          .replaceAll("{ type: 'module' }", "{ type: 'module', name: location.search }");
      },
    },
  ],
  define: { __BUILD_ID__: JSON.stringify('bench'), __STATIC__: 'false' },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        page: `${import.meta.dirname}/page/index.html`,
        limit: `${import.meta.dirname}/limit/index.html`,
      },
    },
  },
});
