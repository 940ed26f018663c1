import { chromium } from '@playwright/test';
import { needBrowser } from '../scripts/browser.mjs';
import { printBudgets } from './browser.mjs';
import { startExchange } from './exchange.mjs';
import { budget, median, writeResult } from './report.mjs';

/**
 * What is used of the heap, by the page and by its market worker, while the market list of 2,000 markets streams from
 * the built exchange: after a forced collection, again and again. Several pages at once, each with a worker of its own:
 * no time is taken here.
 */
const isShort = process.argv.includes('--short');
const MINUTES = Number(process.env.MINUTES ?? (isShort ? 1 : 10));
/** The worker's flight recorder keeps three minutes: what is held grows until they are over, and is bounded then. */
const FULL_AFTER_MIN = 3.5;
const isFull = MINUTES >= 2 * FULL_AFTER_MIN;
const RUNS = isShort ? 1 : 5;
const EVERY_S = isShort ? 6 : 30;
/** Until what is loaded once and compiled on the way is there. */
const SETTLE_S = isShort ? 15 : 60;
const PORT = Number(process.env.PORT ?? 8496);
const SYMBOLS = 2_000;

/** The isolate of a target of the browser that nobody has yet, found through the browser's own session. */
async function isolateOf(browser, type, part, taken) {
  const cdp = await browser.newBrowserCDPSession();
  const { targetInfos } = await cdp.send('Target.getTargets');
  const target = targetInfos.find(
    (each) => each.type === type && each.url.includes(part) && !taken.has(each.targetId),
  );
  if (!target) throw new Error(`no ${type}`);
  taken.add(target.targetId);
  const { sessionId } = await cdp.send('Target.attachToTarget', {
    targetId: target.targetId,
    flatten: false,
  });
  const waiting = new Map();
  let count = 0;
  cdp.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
    if (from !== sessionId) return;
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  const send = (method) =>
    new Promise((resolve) => {
      count += 1;
      waiting.set(count, resolve);
      const message = JSON.stringify({ id: count, method });
      void cdp.send('Target.sendMessageToTarget', { sessionId, message });
    });
  return {
    /** kB in use once what nobody holds is gone. */
    async usedKb() {
      await send('HeapProfiler.collectGarbage');
      await send('HeapProfiler.collectGarbage');
      return (await send('Runtime.getHeapUsage')).usedSize / 1_024;
    },
  };
}

/** The slope of the line nearest to all points, by least squares: kB a minute. */
function slopeOf(points) {
  const mean = (values) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, kb]) => kb))];
  const over = points.reduce((sum, [at, kb]) => sum + (at - x) * (kb - y), 0);
  return over / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
}

/** How much more the last third holds than the first, per cent of it. */
function growthOf(points) {
  const third = Math.floor(points.length / 3);
  const kb = points.map(([, each]) => each);
  return 100 * (median(kb.slice(-third)) / median(kb.slice(0, third)) - 1);
}

const exchange = await startExchange(PORT, { SYMBOLS: String(SYMBOLS) });
const browser = await chromium.launch({
  executablePath: needBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const seconds = (count) => new Promise((resolve) => setTimeout(resolve, count * 1_000));
const taken = new Set();
const runs = [];
for (let run = 0; run < RUNS; run++) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${PORT}/market`);
  await page.waitForFunction(() =>
    /\d/.test(document.querySelector('#root [data-cell="0:0"]')?.textContent ?? ''),
  );
  runs.push({
    page: { side: await isolateOf(browser, 'page', '/market', taken), points: [] },
    worker: { side: await isolateOf(browser, 'shared_worker', 'market.worker', taken), points: [] },
  });
}
await seconds(SETTLE_S);
const begun = performance.now();
while (performance.now() - begun <= MINUTES * 60_000) {
  for (const { side, points } of runs.flatMap((run) => Object.values(run)))
    points.push([(performance.now() - begun) / 60_000, await side.usedKb()]);
  await seconds(EVERY_S);
}
await browser.close();
await exchange.end();

const area = 'heap after GC';
const words = `${SYMBOLS.toLocaleString('en-US')} symbols, ${MINUTES} min`;
const judged = (own) => own.filter(([at]) => !isFull || at >= FULL_AFTER_MIN);
const NAMES = ['page', 'worker'];
const of = (name, figure) => runs.map((run) => figure(judged(run[name].points)));
const budgets = NAMES.flatMap((name) => {
  const isJudged = isFull || name === 'page';
  const note = isJudged ? '' : 'the flight recorder still fills';
  const from = isFull ? `, from minute ${FULL_AFTER_MIN}` : '';
  return [
    budget({
      area,
      what: `${name}, ${words}${from}: last third against the first`,
      wanted: isJudged ? { most: 5 } : {},
      values: of(name, growthOf),
      unit: '%',
      note,
    }),
    // Over a minute the noise of single looks is larger than any slope that matters.
    budget({
      area,
      what: `${name}, ${words}${from}: slope`,
      wanted: isFull ? { most: 20 } : {},
      values: of(name, slopeOf),
      unit: 'kB/min',
      note,
    }),
  ];
});
printBudgets(budgets);
const plot = {
  file: 'heap',
  title: 'Heap after GC',
  x: 'minutes',
  y: 'MB',
  series: NAMES.map((name) => ({
    name,
    points: runs[0][name].points.map(([at], look) => [
      Math.round(at * 10) / 10,
      median(runs.map((run) => run[name].points[look][1])) / 1_024,
    ]),
  })),
};
const points = runs.map((run) => Object.fromEntries(NAMES.map((name) => [name, run[name].points])));
writeResult('heap', { minutes: MINUTES, points, budgets, plots: [plot] });
process.exit(0);
