import type { Socket } from '../feeds/index.ts';
import { createMarketApi, exposeApi } from './api.ts';
import { deviceClock } from './session/deviceClock.ts';
import { createExchangeParts } from './session/exchangeParts.ts';
import { inflater } from './session/inflate.ts';
import { createJournalStore } from './session/journal.ts';
import { createKeyValueStore } from './session/keyValueStore.ts';
import { PagesLanguage } from './session/pagesLanguage.ts';
import { exclusively } from './session/submitter.ts';
import { createVenueParts } from './session/venueParts.ts';
import { focusViews } from './views/open.ts';

const venue = __STATIC__
  ? createVenueParts({
      name: self.name,
      hosts: __STATIC__.hosts,
      clock: deviceClock,
      random: Math.random,
      fetch: (...request) => fetch(...request),
      createSocket: (url) => new WebSocket(url) as Socket,
    })
  : undefined;
const language = new PagesLanguage();
const { feed, transport } =
  venue ??
  createExchangeParts({
    fetch,
    origin: self.location.origin,
    language,
    clock: deviceClock,
    random: Math.random,
    createSocket: (url, protocol) =>
      Object.assign(new WebSocket(url, protocol), { binaryType: 'arraybuffer' }) as Socket,
    inflate: inflater(),
  });
/** Held by this worker and never let go of: a page that waits for it learns at once that the worker is gone. */
let life = '';
void navigator.locks?.request(`tidemark-life-${newKey()}`, (lock) => {
  life = lock?.name ?? '';
  return new Promise(() => undefined);
});
const api = createMarketApi({
  feed,
  transport,
  keep: createKeyValueStore(() => self.indexedDB, venue ? `tidemark-${venue.venue}` : 'tidemark'),
  clock: deviceClock,
  journal: createJournalStore('tidemark-journal', deviceClock),
  openRequest: () => new XMLHttpRequest(),
  newKey,
  life: () => life,
  exclusively: exclusively(navigator.locks),
  language,
});

/** After which time the first screen has what it needs, ms. */
const AHEAD_MS = 1_500;
setTimeout(() => void focusViews().catch(() => undefined), AHEAD_MS);

/** 128 random bits as text; works on plain http too, where browsers offer no UUID. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

if ('onconnect' in self) {
  self.addEventListener('connect', (event) => {
    const [port] = (event as MessageEvent).ports;
    if (port) exposeApi(api, port);
  });
} else exposeApi(api);
