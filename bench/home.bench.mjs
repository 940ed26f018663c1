import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { needBrowser } from '../scripts/browser.mjs';
import { startExchange } from './exchange.mjs';
import { loadPeer } from './install.mjs';
import { slowLine } from './line.mjs';
import { newPhone, SLOW_4G, seenOn } from './phone.mjs';
import { budget, median, writeResult } from './report.mjs';

/**
 * The home screen as a new visitor on a phone gets it. Measured: everything goes over a slow line, the page's CPU is
 * four times slower, and the browser's own entries are read. And Lighthouse 12 in its mobile form, which loads the page
 * at full speed and computes what slow 4G and such a CPU would make of it (`simulate`).
 */
const RUNS = process.argv.includes('--short') ? 3 : 5;
const PORT = Number(process.env.PORT ?? 8490);
const FAR_PORT = PORT + 1;
const TAPS = 6;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
const executablePath = needBrowser();

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** One audit in a browser of its own, so that nothing is kept of the one before. */
async function audit(lighthouse) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-home-'));
  const args = [...FLAGS, `--remote-debugging-port=${port}`];
  const context = await chromium.launchPersistentContext(folder, { executablePath, args });
  try {
    const { lhr } = await lighthouse(`http://127.0.0.1:${PORT}/home`, {
      port,
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
    });
    const score = (name) => Math.round(100 * lhr.categories[name].score);
    const at = (id) => lhr.audits[id].numericValue;
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      fcp: at('first-contentful-paint'),
      lcp: at('largest-contentful-paint'),
      cls: at('cumulative-layout-shift'),
      blockingMs: at('total-blocking-time'),
      benchmarkIndex: lhr.environment.benchmarkIndex,
    };
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One visit over the slow line, with taps once prices are there. INP of few taps is the slowest one. */
async function visit(browser) {
  const phone = await newPhone(browser);
  try {
    const page = await phone.open(`http://127.0.0.1:${FAR_PORT}/home`);
    const tabs = page.getByRole('tab');
    for (let tap = 0; tap < TAPS; tap++) {
      await tabs.nth((tap + 1) % 3).tap();
      await page.waitForTimeout(400);
    }
    const { taps, ...seen } = await seenOn(page);
    // Below the browser's threshold an event leaves no entry.
    return { ...seen, inp: Math.max(16, ...taps.map(({ duration }) => duration)) };
  } finally {
    await phone.close();
  }
}

const lighthouse = (await loadPeer('lighthouse')).default;
const exchange = await startExchange(PORT);
const line = await slowLine(FAR_PORT, PORT, SLOW_4G);
const [audits, visits] = [[], []];
for (let run = 0; run < RUNS; run++) {
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  visits.push(await visit(browser));
  await browser.close();
  audits.push(await audit(lighthouse));
  console.log(`home, run ${run + 1}:`, JSON.stringify(visits.at(-1)), JSON.stringify(audits.at(-1)));
}
line.close();
await exchange.end();

const area = 'home, first visit';
const how = 'slow 4G and CPU 4x, measured';
const simulated = 'Lighthouse 12 mobile, simulated';
const of = (rows, key) => rows.map((row) => row[key]);
const tbt = `total blocking time ${median(of(audits, 'blockingMs')).toFixed(0)} ms: starting React, router and words`;
const rows = [
  budget({ area, what: `LCP, ${how}`, wanted: { most: 1_500 }, values: of(visits, 'lcp'), unit: 'ms' }),
  budget({ area, what: `CLS, ${how}`, wanted: { most: 0.02 }, values: of(visits, 'cls'), unit: '' }),
  budget({ area, what: `INP, ${how}`, wanted: { most: 100 }, values: of(visits, 'inp'), unit: 'ms' }),
  budget({ area, what: `LCP, ${simulated}`, values: of(audits, 'lcp'), unit: 'ms' }),
  budget({
    area,
    what: `performance, ${simulated}`,
    wanted: { least: 95 },
    values: of(audits, 'performance'),
    unit: '',
    note: median(of(audits, 'performance')) < 95 ? tbt : '',
  }),
  budget({
    area,
    what: `accessibility, ${simulated}`,
    wanted: { least: 100 },
    values: of(audits, 'accessibility'),
    unit: '',
  }),
  budget({
    area,
    what: `best practices, ${simulated}`,
    wanted: { least: 100 },
    values: of(audits, 'bestPractices'),
    unit: '',
  }),
];
writeResult('home', { runs: RUNS, visits, audits, budgets: rows });
process.exit(0);
