import { defineConfig } from 'vitest/config';

/** Everything that needs no browser. The browser's own tests are in tests/e2e, run by Playwright. */
export default defineConfig({
  define: { __BUILD_ID__: "'test'", __STATIC__: 'false' },
  test: {
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    exclude: ['tests/e2e/**', '**/node_modules/**'],
    globalSetup: ['tests/support/template.ts'],
    // A core stands idle otherwise: on two, one file would run at a time.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    restoreMocks: true,
  },
});
