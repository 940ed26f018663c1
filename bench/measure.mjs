import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const probes = readFileSync(join(import.meta.dirname, 'probes.js'), 'utf8');
const SETTLE_MS = 1_500;
const TAPS = 5;
/** Where a row ends: the star of our list, nothing on a page that answers no taps. */
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

/**
 * One page over some seconds. `busy`: per cent of the time in which the main thread had a task; `cpu`: in which it
 * worked on one. They differ by how long other threads and programs kept it off its core.
 * @param url without what the case adds. @param load updates a second `u`, refresh `hz`, `sort`, CPU slowdown `cpu`,
 *   `seconds`.
 */
export async function measurePage(browser, url, { hz, u, cpu, sort, seconds }) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(probes);
    const { cdp, read: readWall } = await countersOf(context, page, 'timeTicks');
    const { read: readThread } = await countersOf(context, page, 'threadTicks');
    await page.goto(`${url}u=${u}&symbols=2000&sort=${sort}&hz=${hz}`);
    await page.waitForFunction(() => window.__ready);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await page.waitForTimeout(SETTLE_MS);
    await page.evaluate(() => Object.assign(window.__probes, { isOn: true }));
    const [before, threadBefore] = [await readWall(), await readThread()];
    await page.waitForTimeout(seconds * 1_000);
    const [after, threadAfter] = [await readWall(), await readThread()];
    const seen = await page.evaluate(() => {
      window.__probes.isOn = false;
      return window.__probes;
    });
    const tapMs = await slowestTap(page);
    await cdp.send('HeapProfiler.collectGarbage');
    const wall = after.Timestamp - before.Timestamp;
    const stale = seen.stale.toSorted((a, b) => a - b);
    return {
      busy: (100 * (after.TaskDuration - before.TaskDuration)) / wall,
      cpu: (100 * (threadAfter.TaskDuration - threadBefore.TaskDuration)) / wall,
      fps: seen.frames / wall,
      shownHz: seen.shown / wall,
      stale50: at(stale, 0.5),
      stale99: at(stale, 0.99),
      longTasks: seen.long.length,
      tapMs,
      heapMb: (await readWall()).JSHeapUsedSize / 1e6,
    };
  } finally {
    await context.close();
  }
}
