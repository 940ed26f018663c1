/**
 * Prepares a page to measure how long something took from a tap to its paint. Runs in the page: `__paints.until(text)`
 * takes the body of a function that says whether what was tapped for is there, `__paints.took` has the ms once it was
 * painted.
 */
export function watchPaints() {
  const paints = { at: 0, took: undefined, until: undefined, isDone: () => false };
  document.addEventListener(
    'pointerdown',
    (event) => {
      paints.at = event.timeStamp;
    },
    true,
  );
  const painted = (run) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = run;
      port2.postMessage(undefined);
    });
  const look = () => {
    if (paints.at === 0 || paints.took !== undefined || !paints.isDone()) return;
    paints.isDone = () => false;
    painted(() => {
      paints.took = performance.now() - paints.at;
    });
  };
  paints.until = (body) => {
    paints.took = undefined;
    paints.at = 0;
    paints.isDone = new Function(body);
  };
  Object.assign(window, { __paints: paints });
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(look).observe(document, all);
}

/** ms from a tap to the paint of what it is for. @param isDone the body of a function, run in the page. */
export async function tapToPaint(page, target, isDone) {
  await page.evaluate((body) => window.__paints.until(body), isDone);
  await target.click();
  await page.waitForFunction(() => window.__paints.took !== undefined);
  return page.evaluate(() => window.__paints.took);
}
