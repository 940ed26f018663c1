import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { install } from './install.mjs';

const { values, positionals } = parseArgs({ options: { long: { type: 'boolean' } }, allowPositionals: true });
if (values.long) process.env.TEST_LONG = '1';

const times = {};
/** Does a part of the run and keeps how long it took. */
async function timed(name, work) {
  const started = performance.now();
  const result = await work();
  times[name] = (performance.now() - started) / 1_000;
  return result;
}

const begun = performance.now();
await timed('install', install);
const { check } = await import('./check.mjs');
const { bin, root, run, step } = await import('./run.mjs');
const { build } = await import('./build.mjs');
const { prepareTools } = await import('./tools.mjs');
const { browserTimes, slowest, unitTimes } = await import('./slowest.mjs');
const budgets = JSON.parse(readFileSync(join(root, 'scripts/budgets.json'), 'utf8'));

const reports = mkdtempSync(join(tmpdir(), 'tidemark-test-'));
const totals = { passed: 0, failed: 0, skipped: 0 };
/** Tests by their part of the run, each with its seconds. */
const tests = {};
/** What failed in the end, and browser tests that failed once and passed then. */
const failed = [];
const unsteady = [];

/** A report; undefined when the run broke off before it was written. */
function read(file) {
  try {
    return JSON.parse(readFileSync(join(reports, file), 'utf8'));
  } catch {
    totals.failed += 1;
    return undefined;
  }
}

const SHARED_MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;

/** Where tests keep their databases: in memory where there is room, as they make and copy hundreds of them. */
function scratch() {
  const folder = mkdtempSync(join(hasRoom() ? SHARED_MEMORY : tmpdir(), 'tidemark-test-'));
  // Servers that run as somebody else have their folders inside.
  chmodSync(folder, 0o711);
  return folder;
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}

// What tests need besides packages comes while the rest is checked and built.
const tools = prepareTools({ isWhole: values.long === true });

/** @param paths parts of the names of test files; all when there is none. @param options of vitest's besides. */
async function unit(paths, options = []) {
  await tools;
  const folder = scratch();
  const args = [
    'run',
    ...paths,
    ...options,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'unit.json')}`,
  ];
  const { code } = await run(bin('vitest'), args, { env: { TMPDIR: folder } });
  rmSync(folder, { recursive: true, force: true });
  const report = read('unit.json');
  if (!report) return false;
  totals.passed += report.numPassedTests;
  totals.failed += Math.max(report.numFailedTests, code === 0 ? 0 : 1);
  totals.skipped += report.numPendingTests;
  tests.unit = unitTimes(report);
  failed.push(...failuresOf(report));
  return code === 0;
}

const failuresOf = ({ testResults }) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
  );

/** Browser tests that ended so. */
const endedAs = (wanted, { specs = [], suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === wanted))
    .map(({ file, title }) => `${file}: ${title}`),
  ...suites.flatMap((suite) => endedAs(wanted, suite)),
];

/** @param isQuiet whether what it says is shown when it has ended, as something else is shown meanwhile. */
async function browser(paths, { isQuiet = false, ...settings } = {}) {
  const executable = await tools;
  if (!executable) {
    console.error('The browser tests need Chromium: install it, or name it in CHROMIUM_PATH.');
    totals.failed += 1;
    return false;
  }
  const folder = scratch();
  const env = {
    CHROMIUM_PATH: executable,
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json'),
    TMPDIR: folder,
    ...settings,
  };
  const args = ['test', ...paths, '--reporter=list,json'];
  const { code, output } = await run(bin('playwright'), args, { env, quiet: isQuiet });
  rmSync(folder, { recursive: true, force: true });
  if (isQuiet) console.log(output);
  const report = read('e2e.json');
  if (!report) return false;
  totals.passed += report.stats.expected + report.stats.flaky;
  totals.failed += report.stats.unexpected;
  totals.skipped += report.stats.skipped;
  failed.push(...endedAs('unexpected', report));
  unsteady.push(...endedAs('flaky', report));
  tests.browser = report.suites.flatMap(browserTimes);
  // What passed the second time ends it with another code too, so that its pages are kept.
  const { unexpected, flaky } = report.stats;
  return unexpected === 0 && report.errors.length === 0 && (code === 0 || flaky > 0);
}

const builds = () =>
  build().then(
    () => ({ code: 0, output: '' }),
    (error) => ({ code: 1, output: error.message }),
  );
const built = async () => {
  const { sizes } = await import('./sizes.mjs');
  return (await step('build', builds)) && (await step('sizes', sizes));
};

/**
 * Everything, side by side, as no part keeps all cores busy: compilers end in one thread, and tests wait for clocks,
 * databases and lines. In the long run tests come one after the other, as many of those take all there is.
 */
async function all() {
  const checked = timed('check', check);
  const isBuilt = await timed('build', built);
  if (values.long) await checked;
  const each = availableParallelism();
  const tested = timed('unit', () => unit([], values.long ? [] : [`--maxWorkers=${each}`]));
  if (values.long) await tested;
  const settings = values.long ? {} : { isQuiet: true, PW_WORKERS: `${Math.min(3, each)}` };
  const isSeen = isBuilt && (await timed('browser', () => browser([], settings)));
  const isChecked = await checked;
  if (!isChecked) failed.push('the check, whose words stand above, where it ended');
  return (await tested) && isChecked && isSeen;
}

/** What matches alone: unit tests by vitest, browser tests on a new build. */
async function some(paths) {
  const files = readdirSync(join(root, 'tests'), { recursive: true }).map((file) => `tests/${file}`);
  const matching = (ending) => (path) => files.some((file) => ending.test(file) && file.includes(path));
  const inBrowser = paths.filter(matching(/\.spec\.ts$/));
  const outside = paths.filter(matching(/\.test\.tsx?$/));
  if (inBrowser.length + outside.length === 0) {
    console.error(`No test file has ${paths.join(' or ')} in its name.`);
    totals.failed += 1;
  }
  const isValid = outside.length === 0 || (await timed('unit', () => unit(outside)));
  if (inBrowser.length === 0) return isValid;
  return (await built()) && (await timed('browser', () => browser(inBrowser))) && isValid;
}

/** Where the time went. A part that takes longer than it should says so, and fails nothing: machines are shared. */
function report() {
  const lines = slowest(Object.values(tests).flat());
  if (lines.length > 0) console.log(`\nThe slowest tests:\n${lines.join('\n')}`);
  console.log(`\nOn ${availableParallelism()} cores, some of it at the same time:`);
  for (const [name, seconds] of Object.entries(times)) {
    const budget = values.long || positionals.length > 0 ? undefined : budgets[name];
    const isOver = budget !== undefined && seconds > budget;
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}${isOver ? `, more than its ${budget} s` : ''}`);
  }
  for (const title of failed) console.error(`Failed: ${title}`);
  for (const title of unsteady) console.error(`Passed only the second time, find out why: ${title}`);
}

const isGood = await (positionals.length > 0 ? some(positionals) : all());
times.whole = (performance.now() - begun) / 1_000;
report();
rmSync(reports, { recursive: true, force: true });
// In the plain form that test runs are counted by.
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(isGood && totals.failed === 0 ? 0 : 1);
