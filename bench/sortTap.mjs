import { openPage } from './measure.mjs';

const TAPS = 6;
const LOAD = { hz: 20, u: 10_000, symbols: 2_000, sort: 0, cpu: 4, head: 1 };

/** ms of each tap on an element, from the finger's lift to the paint that shows other rows than before. */
async function tapsOn(page, selector) {
  const taken = [];
  for (let tap = 0; tap < TAPS; tap++) {
    await page.evaluate(() => {
      // Row 0 keeps its place in several orders.
      const order = () => [...document.querySelectorAll('li b')].map((name) => name.textContent).join();
      const before = order();
      window.__answered = new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error('the order stayed as it was')), 5_000);
        window.addEventListener(
          'pointerup',
          ({ timeStamp }) => {
            const channel = new MessageChannel();
            // A message that is posted in a frame arrives after that frame's paint.
            channel.port1.onmessage = () =>
              order() === before ? requestAnimationFrame(look) : resolve(performance.now() - timeStamp);
            const look = () => channel.port2.postMessage(0);
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
      });
    });
    await page.locator(selector).click();
    taken.push(await page.evaluate(() => window.__answered));
    await page.waitForTimeout(300);
  }
  return taken;
}

/** How long the product's list takes to answer a tap that sorts it and one that filters it, on a slow processor. */
export async function sortTaps(browser, url) {
  const { context, page } = await openPage(browser, url, LOAD);
  try {
    return {
      sort: await tapsOn(page, '[data-state]'),
      filter: await tapsOn(page, '[data-filter]'),
    };
  } finally {
    await context.close();
  }
}
