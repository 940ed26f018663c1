import type { Service } from './updates.ts';

/** The page's service worker, once the page has loaded; nothing while developing, and where browsers have none. */
export async function openService(): Promise<Service | undefined> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  const { Workbox } = await import('workbox-window');
  return new Workbox('/sw.js');
}

/** Addresses of the scripts, styles and words that the page has loaded. */
export const loadedFiles = (): readonly string[] =>
  performance.getEntriesByType('resource').map(({ name }) => name);
