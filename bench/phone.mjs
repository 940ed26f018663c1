/** Lighthouse's "slow 4G": 150 ms of round trip, 1.6 Mbit/s down, 750 kbit/s up. */
export const SLOW_4G = { roundTripMs: 150, down: 204_800, up: 96_000 };
/** How many times slower the page's main thread is; workers keep the machine's pace. */
export const CPU = 4;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** Collects what the browser says of paints, shifts and taps, and when the first price was painted. */
function probe() {
  const seen = { lcp: 0, what: '', cls: 0, taps: [], priceMs: 0 };
  window.__seen = seen;
  const watch = (type, take, more = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true, ...more });
  watch('largest-contentful-paint', ({ startTime, element }) => {
    seen.lcp = startTime;
    seen.what = element?.tagName.toLowerCase() ?? '';
  });
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value;
  });
  watch(
    'event',
    ({ interactionId, duration }) => {
      if (interactionId) seen.taps.push({ interactionId, duration });
    },
    { durationThreshold: 16 },
  );
  const look = () => {
    const price = document.querySelector('#root [data-cell="0:0"]')?.textContent ?? '';
    if (/\d/.test(price)) seen.priceMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** A slow phone of a new visitor: nothing is kept from before. @returns it with `open`, which loads a page in it. */
export async function newPhone(browser) {
  const context = await browser.newContext(PHONE);
  return {
    close: () => context.close(),
    async open(url) {
      const page = await context.newPage();
      await page.addInitScript(probe);
      const cdp = await context.newCDPSession(page);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU });
      await page.goto(url);
      await page.waitForFunction(() => window.__seen.priceMs > 0, undefined, { timeout: 60_000 });
      return page;
    },
  };
}

/** What has been seen on a page so far. */
export const seenOn = (page) => page.evaluate(() => window.__seen);
