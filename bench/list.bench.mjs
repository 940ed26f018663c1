import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { needBrowser } from '../scripts/browser.mjs';
import { median, spread, writeResult } from './report.mjs';
import { servePages } from './serve.mjs';

const isShort = process.argv.includes('--short');
const SECONDS = isShort ? 4 : 10;
const RUNS = isShort ? 3 : 5;
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const CASES = [
  { hz: 20, u: 10_000, cpu: 1 },
  { hz: 20, u: 50_000, cpu: 1 },
  { hz: 60, u: 50_000, cpu: 1 },
  { hz: 20, u: 50_000, cpu: 4 },
];
const probes = readFileSync(join(import.meta.dirname, 'probes.js'), 'utf8');

/** One page, measured over some seconds: busy per cent of the main thread, frames, shown Hz, staleness. */
async function measure(browser, base, path, { hz, u, cpu }) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.addInitScript(probes);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'timeTicks' });
  await page.goto(`${base}${path}?u=${u}&symbols=2000&sort=0&hz=${hz}`);
  await page.waitForFunction(() => window.__ready);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.waitForTimeout(1_500);
  const metrics = async () => {
    const { metrics: list } = await cdp.send('Performance.getMetrics');
    return Object.fromEntries(list.map(({ name, value }) => [name, value]));
  };
  await page.evaluate(() => Object.assign(window.__probes, { isOn: true }));
  const before = await metrics();
  await page.waitForTimeout(SECONDS * 1_000);
  const after = await metrics();
  const seen = await page.evaluate(() => window.__probes);
  await context.close();
  const wall = after.Timestamp - before.Timestamp;
  const stale = seen.stale.toSorted((a, b) => a - b);
  return {
    busy: (100 * (after.TaskDuration - before.TaskDuration)) / wall,
    fps: seen.frames / wall,
    shown: seen.shown / wall,
    stale99: stale[Math.floor(stale.length * 0.99)] ?? Number.NaN,
    longTasks: seen.long.length,
    heapMb: after.JSHeapUsedSize / 1e6,
  };
}

const server = await servePages(0);
const base = `http://127.0.0.1:${server.port}`;
const browser = await chromium.launch({ executablePath: needBrowser(), args: ARGS });
const results = [];
for (const each of CASES) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) {
    const ours = await measure(browser, base, '/bench/market-list', each);
    const limit = await measure(browser, base, '/bench/limit', each);
    runs.push({ ours, limit, ratio: ours.busy / limit.busy });
  }
  const of = (side, name) => median(runs.map((run) => run[side][name]));
  const row = {
    ...each,
    ours: {
      busy: of('ours', 'busy'),
      shownHz: of('ours', 'shown'),
      fps: of('ours', 'fps'),
      stale99: of('ours', 'stale99'),
      longTasks: of('ours', 'longTasks'),
      heapMb: of('ours', 'heapMb'),
    },
    limit: {
      busy: of('limit', 'busy'),
      shownHz: of('limit', 'shown'),
      fps: of('limit', 'fps'),
      stale99: of('limit', 'stale99'),
      longTasks: of('limit', 'longTasks'),
    },
    ratio: median(runs.map(({ ratio }) => ratio)),
    spread: spread(runs.map(({ ratio }) => ratio)),
  };
  results.push(row);
  const side = ({ busy, shownHz, stale99, longTasks }) =>
    `busy ${busy.toFixed(1)} % shown ${shownHz.toFixed(0)} Hz stale99 ${stale99.toFixed(0)} ms long ${longTasks}`;
  console.log(
    `${each.hz} Hz, ${each.u}/s, ${each.cpu}x | ours ${side(row.ours)} | limit ${side(row.limit)} | ratio ${row.ratio.toFixed(2)} (${row.spread})`,
  );
}
await browser.close();
server.close();
writeResult('list', { seconds: SECONDS, runs: RUNS, results });
