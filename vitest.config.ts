import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { ownName } from './build/brand.ts';

const isLong = process.env['TEST_LONG'] === '1';

/** What neither a page nor an exchange is needed for: rules, feeds, the worker, texts. */
const pure = ['tests/*.test.ts', 'tests/{content,domain,feeds,workers}/**/*.test.ts'];

/** Stand-ins that mean the same in every file that says so. */
const STAND_INS = [
  "vi.mock('../../src/state/client.ts', async () => (await import('../support/page.tsx')).fakeWorker);",
  "vi.mock('../../src/state/pictures.ts', async () => (await import('../support/page.tsx')).fakePictures);",
  "vi.mock('../../src/ui/market/MarketChart.tsx', async () => (await import('../support/page.tsx')).fakeChart);",
];

const root = import.meta.dirname;
const ofPage = readdirSync(join(root, 'tests/src'))
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => {
    const path = `tests/src/${name}`;
    const text = readFileSync(join(root, path), 'utf8');
    const rest = STAND_INS.reduce((left, each) => left.replace(each, ''), text);
    return {
      path,
      hasPage: text.startsWith('// @vitest-environment happy-dom'),
      isScreen: rest !== text,
      /** Puts something of its own into modules: nobody else may have those. */
      isAlone: /\bvi\.(mock|doMock|hoisted|resetModules)\b/.test(rest),
    };
  });
const pathsOf = (isWanted: (file: (typeof ofPage)[number]) => boolean) =>
  ofPage.filter(isWanted).map(({ path }) => path);

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
    // What is waited for comes late on a busy machine: a second, the library's own, is no limit of the product's.
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
    setupFiles: ['tests/support/properties.ts'],
    projects: [
      {
        extends: true,
        // Files share their modules, which are read once for all of them: none of them keeps a state of its own in one.
        test: {
          name: 'pure',
          include: [...pure, ...pathsOf(({ hasPage, isAlone }) => !hasPage && !isAlone)],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        // Screens that have the same stand-ins share their modules too.
        test: {
          name: 'screens',
          include: pathsOf(({ isScreen, isAlone }) => isScreen && !isAlone),
          setupFiles: ['tests/support/leftBehind.ts'],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'parts',
          include: pathsOf(({ hasPage, isScreen, isAlone }) => hasPage && !isScreen && !isAlone),
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: pathsOf(({ isAlone }) => isAlone),
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
