import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { longestOf, tracedTasks } from '../../bench/mainTasks.mjs';
import { SLOW_MS } from '../../domain/contract/index.ts';
import { Unpacker } from '../../feeds/tidemark/unpack.ts';
import { bufferOf, inflateAtOnce } from '../support/line.ts';
import { LONG } from './support.ts';

/**
 * What may be asserted of speed on any machine: counts, bytes and processor time, never the clock. How large the first
 * load is, `scripts/sizes.mjs` asserts.
 */
const SECONDS = 2;
const LIST = '/market';
const TRADE = '/trade?market=BTC-USDT';
/** Messages that a machine in trouble holds up and sends all at once. */
const ON_ITS_WAY = 2;
/** Bytes of a page's heap that thirty seconds may add: code that is compiled, not values that are kept. */
const GROWN_MOST = 1_000_000;
type Mode = 'live' | 'balanced' | 'saver';

/** What the page has done since it was read last. */
interface Work {
  /** Turns in which live text changed. */
  readonly writes: number;
  /** Renders of React that changed anything. */
  readonly commits: number;
}

/** Counts in the page: a production build reports its commits to what registers as developer tools. */
function countWork(mode: Mode): void {
  localStorage.setItem('TIDEMARK_SETTINGS', JSON.stringify({ refresh: mode, keepRefresh: true }));
  // What a shared worker receives no test can see.
  Object.assign(window, { SharedWorker: undefined });
  const work = { writes: 0, commits: 0 };
  const hook = {
    supportsFiber: true,
    isDisabled: false,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => undefined,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: () => {
      work.commits += 1;
    },
  };
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook, __work: work });
  new MutationObserver(() => {
    work.writes += 1;
  }).observe(document, { subtree: true, characterData: true });
}

/** A page in a mode, whose prices have begun to move. */
async function openPage(context: BrowserContext, path: string, mode: Mode): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(countWork, mode);
  await page.goto(path);
  await expect.poll(() => workOf(page, 500).then(({ writes }) => writes)).toBeGreaterThan(0);
  // The first screen is there, and its renders were seen.
  expect((await workOf(page, 1_500)).commits).toBeLessThan((await workSoFar(page)).commits);
  return page;
}

const workSoFar = (page: Page): Promise<Work> =>
  page.evaluate(() => ({ ...(window as unknown as { __work: Work }).__work }));

/** What a page does in some time. */
async function workOf(page: Page, ms: number): Promise<Work> {
  const before = await workSoFar(page);
  await page.waitForTimeout(ms);
  const after = await workSoFar(page);
  return { writes: after.writes - before.writes, commits: after.commits - before.commits };
}

/** Messages of each kind of channel from here on, deltas alone. */
function countMessages(page: Page): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (text: string) => {
    const kind = /^\{"t":"delta","ch":"(\w+)/.exec(text)?.[1];
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };
  page.on('websocket', (socket) => {
    const unpacker = new Unpacker(inflateAtOnce);
    let before = Promise.resolve();
    socket.on('framereceived', ({ payload }) => {
      before = before.then(async () => {
        const isText = typeof payload === 'string';
        for (const text of isText ? [payload] : await unpacker.texts(bufferOf(payload))) count(text);
      });
    });
  });
  return counts;
}

async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isHidden ? 'hidden' : 'visible',
  );
}

for (const [mode, most, details] of [
  ['live', 60, {}],
  ['balanced', 20, LONG],
  ['saver', 4, LONG],
] as const) {
  test(
    `a list in ${mode} mode writes at most ${most} times a second and renders no tick`,
    details,
    async ({ context }) => {
      const page = await openPage(context, LIST, mode);
      const { writes, commits } = await workOf(page, SECONDS * 1_000);
      expect(writes).toBeLessThanOrEqual((most + 2) * SECONDS);
      expect(commits).toBeLessThanOrEqual(3 * SECONDS);
    },
  );
}

test('a hidden page writes nothing', LONG, async ({ context }) => {
  const page = await openPage(context, TRADE, 'live');
  await hide(page, true);
  await page.waitForTimeout(500);
  expect(await workOf(page, 1_500)).toEqual({ writes: 0, commits: 0 });
  await hide(page, false);
  await expect.poll(() => workOf(page, 500).then(({ writes }) => writes)).toBeGreaterThan(0);
});

test('the exchange sends no more than the pace that was asked for', LONG, async ({ context }) => {
  const page = await context.newPage();
  await page.addInitScript(countWork, 'saver' as Mode);
  const counts = countMessages(page);
  await page.goto(TRADE);
  await expect.poll(() => counts.get('book') ?? 0).toBeGreaterThan(1);
  counts.clear();
  const ms = 10_000;
  await page.waitForTimeout(ms);
  for (const kind of ['row', 'book', 'trade'] as const)
    expect(counts.get(kind) ?? 0, kind).toBeLessThanOrEqual(ms / SLOW_MS[kind] + ON_ITS_WAY);
});

/** Bytes of the page's heap that are in use, without what nobody holds any more. */
async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
}

for (const path of [LIST, TRADE]) {
  test(`${path} has no long task while prices stream`, LONG, async ({ context }) => {
    const page = await openPage(context, path, 'live');
    const tasks = await tracedTasks(page, 1, () => page.waitForTimeout(10_000));
    expect(tasks.length).toBeGreaterThan(0);
    expect(longestOf(tasks, 'cpu')['over 50 ms']).toBe(0);
  });
}

test('the heap is flat while prices stream', LONG, async ({ context }) => {
  const page = await openPage(context, TRADE, 'live');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.waitForTimeout(3_000);
  const before = await heapOf(cdp);
  const { writes } = await workOf(page, 30_000);
  expect(writes).toBeGreaterThan(0);
  expect((await heapOf(cdp)) - before).toBeLessThan(GROWN_MOST);
});
