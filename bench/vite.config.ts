import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import product from '../vite.config.ts';

/** The measured pages. Part of the bench only: the product's build knows nothing of them. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    {
      name: 'bench-worker',
      enforce: 'pre',
      // The page starts the worker that has a generator in place of the network, and passes it the address's query.
      transform(code, id) {
        if (!id.endsWith('/src/state/startWorker.ts')) return null;
        const put = (text: string, from: string, to: string): string => {
          if (!text.includes(from)) throw new Error(`bench: ${id} has no ${from} to replace`);
          return text.replaceAll(from, to);
        };
        const started = put(code, '../../workers/market.worker.ts', '../../bench/page/bench.worker.ts');
        return put(started, 'const name = ', 'const name = location.search || ');
      },
    },
  ],
  define: { __BUILD_ID__: JSON.stringify('bench'), __NAME__: JSON.stringify('bench'), __STATIC__: 'false' },
  resolve: product.resolve ?? {},
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
        book: `${import.meta.dirname}/page/book.html`,
        chart: `${import.meta.dirname}/page/chart.html`,
        bookLimit: `${import.meta.dirname}/limit/book.html`,
        limit: `${import.meta.dirname}/limit/index.html`,
        virtual: `${import.meta.dirname}/peers/virtual/index.html`,
      },
    },
  },
});
