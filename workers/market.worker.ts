import { STREAM_PATH, STREAM_VERSION } from '../domain/contract/index.ts';
import type { MarketFeed, Socket } from '../feeds/index.ts';
import { createTidemarkFeed } from '../feeds/index.ts';
import { createMarketApi, exposeApi } from './api.ts';
import { deviceClock } from './session/deviceClock.ts';
import { createJournalStore } from './session/journal.ts';
import { createKeep } from './session/keep.ts';
import { exclusively } from './session/submitter.ts';
import { createTransport } from './session/transport.ts';
import { createVenueParts } from './session/venueParts.ts';

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
const transport = venue?.transport ?? createTransport(fetch);
const feed = venue?.feed ?? exchangeFeed();
const api = createMarketApi({
  feed,
  transport,
  keep: createKeep(() => self.indexedDB, venue ? `tidemark-${venue.venue}` : 'tidemark'),
  clock: deviceClock,
  journal: createJournalStore('tidemark-journal'),
  openRequest: () => new XMLHttpRequest(),
  newKey,
  exclusively: exclusively(navigator.locks),
});

function exchangeFeed(): MarketFeed {
  return createTidemarkFeed({
    clock: deviceClock,
    random: Math.random,
    createSocket: (url, protocol) => new WebSocket(url, protocol) as Socket,
    post: (path, body, token) => transport(path, body, token === undefined ? {} : { authorization: token }),
    socketUrl: `${self.location.origin.replace(/^http/, 'ws')}${STREAM_PATH}?v=${STREAM_VERSION}`,
  });
}

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
