import { createTidemarkFeed, privateReading } from '../../feeds/index.ts';
import { createMarketApi, exposeApi } from '../../workers/api.ts';
import { deviceClock } from '../../workers/session/deviceClock.ts';
import { PagesLanguage } from '../../workers/session/pagesLanguage.ts';
import { FakeExchange } from './fakeExchange.ts';

/** The product's own pipeline; in place of the network, a generator that speaks the wire protocol. */
const query = new URLSearchParams(self.name);
const setting = (name: string, usual: number): number => Number(query.get(name) ?? usual);
const exchange = new FakeExchange({
  count: setting('symbols', 2_000),
  perSecond: setting('u', 10_000),
  depthPerSecond: setting('depth', 3_000),
  candles: setting('candles', 10_000),
});
const feed = createTidemarkFeed({
  fetchReading: async () => privateReading,
  clock: deviceClock,
  random: Math.random,
  createSocket: () => exchange.connect(),
  post: (path) => exchange.answer(path),
  socketUrl: 'bench',
});
const keep = { get: async () => undefined, set: async () => undefined };
exposeApi(
  createMarketApi({
    feed,
    transport: (path) => exchange.answer(path),
    keep,
    clock: deviceClock,
    journal: {
      isLasting: () => true,
      put: async () => undefined,
      remove: async () => undefined,
      all: async () => [],
    },
    openRequest: () => new XMLHttpRequest(),
    life: () => '',
    newKey: () => 'bench',
    exclusively: (_, work) => work(),
    language: new PagesLanguage(),
  }),
);
