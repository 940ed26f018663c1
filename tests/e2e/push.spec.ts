import type { BrowserContext, CDPSession, Worker } from '@playwright/test';
import type { Deployed } from './deployed.ts';
import { deployed } from './deployed.ts';
import { expect, LONG, newUser, test } from './support.ts';

/** A service worker's own scope, as far as it is looked into here. */
interface Scope {
  readonly registration: {
    getNotifications(of?: { tag: string }): Promise<readonly (Notification & { data: { path: string } })[]>;
  };
  readonly clients: { openWindow(url: string): Promise<null> };
  readonly NotificationEvent: new (type: string, of: { notification: Notification }) => Event;
  dispatchEvent(event: Event): boolean;
}

test.use({ serviceWorkers: 'allow' });
let place: Deployed;
test.beforeEach(async () => {
  place = await deployed();
});
test.afterEach(() => place.end());

/** The page has come once and is closed: only its service worker is there. */
async function visited(
  context: BrowserContext,
): Promise<{ worker: Worker; session: CDPSession; id: string }> {
  await context.grantPermissions(['notifications'], { origin: place.base });
  // A page of nobody's: through it the browser receives the message.
  const other = await context.newPage();
  const session = await context.newCDPSession(other);
  const page = await context.newPage();
  const mine = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    mine.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(place.base));
      if (own) resolve(own.registrationId);
    });
  });
  await mine.send('ServiceWorker.enable');
  await page.goto(`${place.base}/home`);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    // A message that comes while it is still activated would reach nobody.
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 10));
  });
  const id = await found;
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('no service worker');
  await page.close();
  await session.send('ServiceWorker.enable');
  return { worker, session, id };
}

/** Notifications that stand on the device. */
const standing = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = self as unknown as Scope;
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({
      title,
      body,
      tag,
      path: data.path,
    }));
  });
const deliver = ({ session, id }: { session: CDPSession; id: string }, data: string) =>
  session.send('ServiceWorker.deliverPushMessage', { origin: place.base, registrationId: id, data });

test('a push message is shown while no page is open, and leads to its screen', LONG, async ({ context }) => {
  const token = await newUser(context, place.base);
  await context.addInitScript((own) => localStorage.setItem('TOKEN', own), token);
  const phone = await visited(context);
  const sealed = { id: 'tidemark', title: 'Tidemark', text: 'Open Tidemark', path: '/mine/news' };
  await deliver(phone, JSON.stringify(sealed));
  const shown = ({ id, title, text, path }: typeof sealed) => ({ title, body: text, tag: id, path });
  await expect.poll(() => standing(phone.worker)).toEqual([shown(sealed)]);
  // The same again takes its place.
  await deliver(phone, JSON.stringify(sealed));
  const alert = {
    id: 'notification:7',
    title: 'BTC/USDT: price reached',
    text: 'Rose to 70,001.20 · alert at 70,000.00',
    path: '/coinDetail/BTC-USDT?range=1d',
  };
  await deliver(phone, JSON.stringify(alert));
  await expect.poll(async () => (await standing(phone.worker)).length).toBe(2);
  expect(await standing(phone.worker)).toEqual(expect.arrayContaining([shown(sealed), shown(alert)]));

  // Nobody can touch a notification of a browser without a screen: what the tap calls is called, and what it opens seen.
  const opened = await phone.worker.evaluate(async (tag) => {
    const scope = self as unknown as Scope;
    const urls: string[] = [];
    scope.clients.openWindow = async (url) => {
      urls.push(url);
      return null;
    };
    const [notification] = await scope.registration.getNotifications({ tag });
    if (!notification) return urls;
    const tap = new scope.NotificationEvent('notificationclick', { notification });
    scope.dispatchEvent(tap);
    for (let i = 0; i < 100 && urls.length === 0; i++) await new Promise((done) => setTimeout(done, 20));
    return urls;
  }, alert.id);
  expect(opened).toEqual([alert.path]);
  await expect.poll(async () => (await standing(phone.worker)).map(({ tag }) => tag)).toEqual(['tidemark']);
  const page = await context.newPage();
  await page.goto(`${place.base}${opened[0]}`);
  await expect(page.getByRole('button', { name: 'Price alert', exact: true })).toBeVisible();
});

test('a push message that cannot be read says that there is something', LONG, async ({ context }) => {
  const phone = await visited(context);
  await deliver(phone, 'nonsense');
  await expect
    .poll(() => standing(phone.worker))
    .toEqual([{ title: 'Tidemark', body: '', tag: 'tidemark', path: '/mine/news' }]);
});
