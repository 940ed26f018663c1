import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const probes = readFileSync(join(import.meta.dirname, 'probes.js'), 'utf8');
const SETTLE_MS = 1_200;
const TAPS = 5;
/** Where a row ends: its star, which ours and the limit set; peers answer no taps. */
const TAP = { x: 372, y: 210 };

const at = (sorted, part) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;

/** A page's counters; its tasks' lengths in `timeTicks` (as the clock saw them) or `threadTicks` (as worked). */
async function countersOf(context, page, timeDomain) {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain });
  return {
    cdp,
    read: async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    },
  };
}

/** Taps some times, apart from what is measured as busy. @returns the slowest, ms till its paint; 0 below 16. */
async function slowestTap(page) {
  for (let tap = 0; tap < TAPS; tap++) {
    await page.mouse.click(TAP.x, TAP.y);
    await page.waitForTimeout(200);
  }
  return page.evaluate(() => Math.max(0, ...window.__probes.taps));
}

/** Opens a page of a case, waits until it shows something, and slows its processor down. */
export async function openPage(browser, url, { cpu = 1, height = 844, ...load }) {
  const context = await browser.newContext({ viewport: { width: 390, height } });
  const page = await context.newPage();
  await page.addInitScript(probes);
  const query = new URLSearchParams(Object.entries({ ...load, height }).map(([k, v]) => [k, String(v)]));
  await page.goto(`${url}${url.includes('?') ? '&' : '?'}${query}`);
  await page.waitForFunction(() => window.__ready, undefined, { timeout: 60_000 });
  const wall = await countersOf(context, page, 'timeTicks');
  const thread = await countersOf(context, page, 'threadTicks');
  await wall.cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.waitForTimeout(SETTLE_MS);
  return { context, page, wall, thread };
}

/**
 * One page over some seconds. `busy`: per cent of the time in which the main thread had a task; `cpu`: in which it
 * worked on one. They differ by how long other threads and programs kept it off its core.
 * @param load the case: CPU slowdown `cpu`, viewport's `height`, and what its address says, as updates a second `u`,
 *   refresh `hz`, `symbols`, `sort`. @param taps whether its slowest tap is wanted too.
 */
export async function measurePage(browser, url, load, { seconds, taps = false }) {
  const { context, page, wall, thread } = await openPage(browser, url, load);
  try {
    await page.evaluate(() => Object.assign(window.__probes, { isOn: true }));
    const [before, threadBefore] = [await wall.read(), await thread.read()];
    await page.waitForTimeout(seconds * 1_000);
    const [after, threadAfter] = [await wall.read(), await thread.read()];
    const seen = await page.evaluate(() => {
      window.__probes.isOn = false;
      return window.__probes;
    });
    const tapMs = taps ? await slowestTap(page) : 0;
    await wall.cdp.send('HeapProfiler.collectGarbage');
    const took = after.Timestamp - before.Timestamp;
    const stale = seen.stale.toSorted((a, b) => a - b);
    return {
      busy: (100 * (after.TaskDuration - before.TaskDuration)) / took,
      cpu: (100 * (threadAfter.TaskDuration - threadBefore.TaskDuration)) / took,
      fps: seen.frames / took,
      shownHz: seen.shown / took,
      stale50: at(stale, 0.5),
      stale99: at(stale, 0.99),
      longTasks: seen.long.length,
      tapMs,
      heapMb: (await wall.read()).JSHeapUsedSize / 1e6,
    };
  } finally {
    await context.close();
  }
}
