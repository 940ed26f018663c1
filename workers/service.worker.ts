import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { ASSETS, isAsset, storeAssets, trimAssets } from './service/assets.ts';
import { readToService } from './service/messages.ts';
import { routeOfNotice, showRoute } from './service/notices.ts';
import type { Subscribed } from './service/push.ts';
import { moveSubscription, showPush } from './service/push.ts';
import { answerPage, isRoute } from './service/shell.ts';

declare const self: ServiceWorkerGlobalScope;
/** Files of this build that are kept from the start. @see scripts/shell.mjs */
declare const __SHELL_FILES__: { url: string; revision: string | null }[];

/*
 * The page without a network. Only files of builds and the page itself are kept: calls, prices and whatever belongs to
 * a user pass by. A new one waits until the user takes it, or until no page is open.
 */
const { origin } = self.location;
cleanupOutdatedCaches();
// The page is requested first, so that "/" must not be answered from what is kept.
precacheAndRoute(__SHELL_FILES__, { directoryIndex: '', cleanURLs: false });

const shell = {
  load: (request: Request) => fetch(request),
  kept: () => matchPrecache('/index.html'),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
registerRoute(
  ({ url, request }) => request.mode === 'navigate' && isRoute(url.pathname),
  ({ request }) => answerPage(request, shell),
);
registerRoute(
  ({ url, request }) => request.method === 'GET' && isAsset(url, origin),
  new CacheFirst({
    cacheName: ASSETS,
    // What is missing may be there after the next build.
    plugins: [{ cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null) }],
  }),
);

self.addEventListener('activate', (event) => {
  // The first page that is open has it at once, and keeps what it loads from here on.
  event.waitUntil(Promise.all([self.clients.claim(), caches.open(ASSETS).then(trimAssets)]));
});
self.addEventListener('message', (event) => {
  const command = readToService(event.data);
  if (command?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (command?.type === 'keep')
    event.waitUntil(
      caches.open(ASSETS).then((kept) => storeAssets(kept, command.urls, origin, (url) => fetch(url))),
    );
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showRoute(self.clients, routeOfNotice(event.notification.data)));
});
self.addEventListener('push', (event) => {
  const { registration, clients } = self;
  const door = {
    matchAll: () => clients.matchAll({ type: 'window', includeUncontrolled: true }),
    show: (title: string, options: NotificationOptions) => registration.showNotification(title, options),
    shown: (tag: string) => registration.getNotifications({ tag }),
  };
  event.waitUntil(showPush(door, event.data?.text() ?? ''));
});
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event as Event as unknown as Replaced;
  const door = {
    subscribe: (applicationServerKey: ArrayBuffer) =>
      self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }),
    post: (path: string, body: unknown) =>
      fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
  (event as ExtendableEvent).waitUntil(moveSubscription(door, oldSubscription, newSubscription));
});

/** What an event of `pushsubscriptionchange` carries, where a browser says it. */
interface Replaced {
  readonly oldSubscription?: Subscribed | null;
  readonly newSubscription?: Subscribed | null;
}
