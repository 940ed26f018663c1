import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** What neither a page nor an exchange is needed for: rules, feeds, the worker, texts. */
const pure = ['tests/*.test.ts', 'tests/{content,domain,feeds,workers}/**/*.test.ts'];

/** Everything that needs no browser. The browser's own tests are in tests/e2e, run by Playwright. */
export default defineConfig({
  define: { __BUILD_ID__: "'test'", __STATIC__: 'false' },
  test: {
    // One more than there are cores: some tests wait for real clocks and processes.
    maxWorkers: availableParallelism() + 1,
    // What installs a package of its own, or takes minutes, runs in the long run alone.
    exclude: [...configDefaults.exclude, ...(process.env['TEST_LONG'] === '1' ? [] : ['**/*.long.test.ts'])],
    // Machines are shared: a test that takes long is named at the end, and fails nothing by it.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    restoreMocks: true,
    setupFiles: ['tests/support/properties.ts'],
    projects: [
      {
        extends: true,
        // Files share their modules, which are read once for all of them: none of them keeps a state of its own in one.
        test: { name: 'pure', include: pure, pool: 'threads', isolate: false },
      },
      {
        extends: true,
        test: { name: 'page', include: ['tests/src/**/*.test.{ts,tsx}'], pool: 'threads' },
      },
      {
        extends: true,
        test: {
          name: 'exchange',
          include: ['tests/server/**/*.test.ts'],
          pool: 'forks',
          isolate: false,
          globalSetup: ['tests/support/template.ts'],
        },
      },
    ],
  },
});
