import { defineConfig } from 'vite';

/** The exchange and its operator's commands as files for Node; packages stay where the installation put them. */
export default defineConfig({
  build: {
    ssr: true,
    outDir: process.env['OUT_DIR'] ?? 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        ops: 'server/ops.ts',
        record: 'server/host/record/main.ts',
        empty: 'server/host/database/empty.ts',
        reference: 'server/edge/openapi/page.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
