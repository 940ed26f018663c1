import type { Page } from '@playwright/test';
import { visit } from './everyRoute.ts';

/** What may move of a screen by itself, as a share of the window: a line that comes late moves more. */
const MOST = 0.03;

interface Shifts {
  sum: number;
  moved: string[];
}

/** Counts from here on what moves without a touch. Once for a page. */
export async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: Shifts = { sum: 0, moved: [] };
    Object.assign(window, { __shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Iterable<{
        readonly value: number;
        readonly sources: readonly {
          readonly node: Node | null;
          readonly previousRect: DOMRectReadOnly;
          readonly currentRect: DOMRectReadOnly;
        }[];
      }>) {
        seen.sum += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          const words = element?.textContent?.trim().slice(0, 30) ?? '';
          const way = `${Math.round(previousRect.top)} → ${Math.round(currentRect.top)}`;
          seen.moved.push(`${element?.localName} "${words}" ${way}`);
        }
      }
    }).observe({ type: 'layout-shift' });
  });
}

/**
 * Goes to an address, and back to it where it is seen twice.
 * @returns what moved by itself when it came, by its first and its second visit.
 */
export async function shiftsOf(page: Page, address: string, isTwice: boolean): Promise<string[]> {
  const wrong: string[] = [];
  for (const time of isTwice ? (['first', 'second'] as const) : (['first'] as const)) {
    await take(page);
    await visit(page, address);
    const { sum, moved } = await take(page);
    if (sum > MOST)
      wrong.push(
        `${address} moves by ${sum.toFixed(3)} at the ${time} visit: ${[...new Set(moved)].join(', ')}`,
      );
    if (isTwice && time === 'first') await visit(page, '/nowhere');
  }
  return wrong;
}

/** What has moved since this was read last, and how far. */
export const take = (page: Page): Promise<Shifts> =>
  page.evaluate(() => {
    const seen = (window as unknown as { __shifts: Shifts }).__shifts;
    const { sum, moved } = seen;
    Object.assign(seen, { sum: 0, moved: [] });
    return { sum, moved };
  });
