import { defineConfig } from 'vite';

/** The exchange as one file for Node; packages stay where the installation put them. */
export default defineConfig({
  build: {
    ssr: 'server/main.ts',
    outDir: process.env['OUT_DIR'] ?? 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    reportCompressedSize: false,
    rollupOptions: { output: { entryFileNames: 'main.js' } },
  },
});
