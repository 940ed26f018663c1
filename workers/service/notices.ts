import type { FromService } from './messages.ts';

/** A page of ours, as the service worker sees it. */
export interface OpenPage {
  readonly focused: boolean;
  postMessage(message: FromService): void;
  focus(): Promise<unknown>;
}
export interface Pages {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenPage[]>;
  openWindow(url: string): Promise<unknown>;
}

/** The route that a notification leads to; home for anything that is no route of ours. */
export function routeOfNotice(data: unknown): string {
  const path =
    typeof data === 'object' && data !== null ? (data as Record<string, unknown>)['path'] : undefined;
  return typeof path === 'string' && /^\/(?!\/)[\w/.-]*(\?[\w=&.-]*)?$/.test(path) ? path : '/home';
}

/** Shows a route: in a page that is open, else in a new one. */
export async function showRoute(pages: Pages, path: string): Promise<void> {
  const open = await pages.matchAll({ type: 'window', includeUncontrolled: true });
  const page = open.find(({ focused }) => focused) ?? open[0];
  if (!page) {
    await pages.openWindow(path);
    return;
  }
  page.postMessage({ type: 'open', path });
  await page.focus().catch(() => undefined);
}
