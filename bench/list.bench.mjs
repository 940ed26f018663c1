import { chromium } from '@playwright/test';
import { needBrowser } from '../scripts/browser.mjs';
import { measurePage } from './measure.mjs';
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
const PAGES = {
  ours: '/bench/market-list?',
  limit: '/bench/limit?',
  bare: '/bench/limit?rows=bare&',
};
const SIDES = Object.keys(PAGES);
const ALL_CASES = [
  { hz: 20, u: 10_000, cpu: 1, sort: 0 },
  { hz: 20, u: 50_000, cpu: 1, sort: 0 },
  { hz: 20, u: 50_000, cpu: 1, sort: 1 },
  { hz: 60, u: 50_000, cpu: 1, sort: 0 },
  { hz: 20, u: 50_000, cpu: 4, sort: 0 },
  { hz: 60, u: 50_000, cpu: 4, sort: 0 },
];
const CASES = isShort ? ALL_CASES.filter(({ sort, cpu }) => sort === 0 && cpu === 1) : ALL_CASES;

/** The medians of all figures that one page had in all runs. */
const medians = (runs) =>
  Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]));

/** All runs of one case. The pages take turns in who is first. */
async function compare(browser, base, each) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) {
    const own = {};
    for (let turn = 0; turn < SIDES.length; turn++) {
      const side = SIDES[(run + turn) % SIDES.length];
      own[side] = await measurePage(browser, `${base}${PAGES[side]}`, { ...each, seconds: SECONDS });
    }
    runs.push(own);
  }
  const ratioTo = (side, figure) => {
    const ratios = runs.map((run) => run.ours[figure] / run[side][figure]);
    return { median: median(ratios), spread: spread(ratios) };
  };
  return {
    ...each,
    pages: Object.fromEntries(SIDES.map((side) => [side, medians(runs.map((run) => run[side]))])),
    cpuRatio: { limit: ratioTo('limit', 'cpu'), bare: ratioTo('bare', 'cpu') },
    busyRatio: { limit: ratioTo('limit', 'busy'), bare: ratioTo('bare', 'busy') },
  };
}

const HEAD =
  '| case | page | CPU % | busy % | shown Hz | fps | stale p50 / p99, ms | long tasks | tap, ms | heap, MB | ours to it: CPU (spread) | busy (spread) |';

function line(name, side, row) {
  const { cpu, busy, shownHz, fps, stale50, stale99, longTasks, tapMs, heapMb } = row.pages[side];
  const ratio = (of) => (of[side] ? `${of[side].median.toFixed(2)} (${of[side].spread})` : '');
  const cells = [
    side === 'ours' ? name : '',
    side,
    cpu.toFixed(1),
    busy.toFixed(1),
    shownHz.toFixed(0),
    fps.toFixed(0),
    `${stale50.toFixed(0)} / ${stale99.toFixed(0)}`,
    longTasks,
    tapMs > 0 ? tapMs : '< 16',
    heapMb.toFixed(1),
    ratio(row.cpuRatio),
    ratio(row.busyRatio),
  ];
  return `| ${cells.join(' | ')} |`;
}

const server = await servePages(0);
const browser = await chromium.launch({ executablePath: needBrowser(), args: ARGS });
const results = [];
console.log(`${HEAD}\n|${'---|'.repeat(12)}`);
try {
  for (const each of CASES) {
    const row = await compare(browser, `http://127.0.0.1:${server.port}`, each);
    results.push(row);
    const name = `${each.hz} Hz, ${each.u}/s${each.sort ? ', by change' : ''}${each.cpu > 1 ? `, ${each.cpu}x slower` : ''}`;
    for (const side of SIDES) console.log(line(name, side, row));
  }
} finally {
  await browser.close();
  server.close();
}
writeResult('list', { seconds: SECONDS, runs: RUNS, results });
