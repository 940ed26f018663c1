import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install } from './install.mjs';

install();
const { check } = await import('./check.mjs');
const { bin, run, step } = await import('./run.mjs');
const { build } = await import('./build.mjs');
const { needBrowser } = await import('./browser.mjs');

const reports = mkdtempSync(join(tmpdir(), 'tidemark-test-'));
const read = (file) => JSON.parse(readFileSync(join(reports, file), 'utf8'));
const totals = { passed: 0, failed: 0, skipped: 0 };
/** Browser tests that failed once and passed then. */
const unsteady = [];

async function unit() {
  const args = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'unit.json')}`,
  ];
  const { code } = await run(bin('vitest'), args);
  const { numPassedTests, numFailedTests, numPendingTests } = read('unit.json');
  totals.passed += numPassedTests;
  totals.failed += numFailedTests;
  totals.skipped += numPendingTests;
  return code === 0;
}

const unsteadyOf = ({ specs = [], suites = [] }) => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
  ...suites.flatMap(unsteadyOf),
];

async function browser() {
  const executable = needBrowser();
  if (!executable) {
    console.error('The browser tests need Chromium: install it, or name it in CHROMIUM_PATH.');
    totals.failed += 1;
    return false;
  }
  const env = { CHROMIUM_PATH: executable, PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json') };
  const { code } = await run(bin('playwright'), ['test', '--reporter=list,json'], { env });
  const { stats, suites } = read('e2e.json');
  totals.passed += stats.expected + stats.flaky;
  totals.failed += stats.unexpected;
  totals.skipped += stats.skipped;
  unsteady.push(...suites.flatMap(unsteadyOf));
  return code === 0;
}

const builds = () =>
  build().then(
    () => ({ code: 0, output: '' }),
    (error) => ({ code: 1, output: error.message }),
  );
const sizes = async () => (await import('./sizes.mjs')).sizes();

const results = [
  await check(),
  await unit(),
  (await step('build', builds)) && (await step('sizes', sizes)) && (await browser()),
];
for (const title of unsteady) console.error(`Passed only the second time, find out why: ${title}`);
// In the plain form that test runs are counted by.
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(results.every(Boolean) ? 0 : 1);
