import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { ownName } from './build/brand.ts';

const isLong = process.env['TEST_LONG'] === '1';

/** What neither a page nor an exchange is needed for: rules, feeds, the worker, texts. */
const pure = ['tests/*.test.ts', 'tests/{content,domain,feeds,workers}/**/*.test.ts'];

/** Stands in for the worker, the same in every file that says so. */
const STAND_IN =
  "vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);";

/** Whether a test of screens puts nothing of its own into modules: such files can share theirs. */
function sharesModules(path: string): boolean {
  const text = readFileSync(path, 'utf8');
  return (
    text.includes(STAND_IN) && !/\bvi\.(mock|doMock|hoisted|resetModules)\b/.test(text.replace(STAND_IN, ''))
  );
}

const root = import.meta.dirname;
const together = readdirSync(join(root, 'tests/src'))
  .map((name) => `tests/src/${name}`)
  .filter((path) => /\.test\.tsx?$/.test(path) && sharesModules(join(root, path)));

/** Everything that needs no browser. The browser's own tests are in tests/e2e, run by Playwright. */
export default defineConfig({
  // One file instead of two thousand, which every isolated test would read.
  resolve: { alias: { 'lucide-react': 'lucide-react/dist/cjs/lucide-react.js' } },
  define: { __BUILD_ID__: "'test'", __NAME__: JSON.stringify(ownName), __STATIC__: 'false' },
  test: {
    // One more than there are cores: some tests wait for real clocks and processes.
    maxWorkers: availableParallelism() + 1,
    // What installs a package of its own, or takes minutes, runs in the long run alone.
    exclude: [...configDefaults.exclude, ...(isLong ? [] : ['**/*.long.test.ts'])],
    // Machines are shared: a test that takes long is named at the end, and fails nothing by it.
    testTimeout: isLong ? 300_000 : 90_000,
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
        test: { name: 'screens', include: together, pool: 'threads', isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: ['tests/src/**/*.test.{ts,tsx}'],
          exclude: together,
          pool: 'threads',
        },
      },
      {
        extends: true,
        test: {
          name: 'exchange',
          include: ['tests/server/**/*.test.ts'],
          pool: 'forks',
          // Each day a line of a test runs a few times: what a second compiler would win is less than its work.
          execArgv: isLong ? [] : ['--liftoff-only'],
          isolate: false,
          globalSetup: ['tests/support/template.ts'],
        },
      },
    ],
  },
});
