import { createTidemarkFeed } from '../../feeds/index.ts';
import { createMarketApi, exposeApi } from '../../workers/api.ts';
import { deviceClock } from '../../workers/session/deviceClock.ts';
import { FakeExchange } from './fakeExchange.ts';

/** The product's own pipeline; in place of the network, a generator that speaks the wire protocol. */
const query = new URLSearchParams(self.name);
const exchange = new FakeExchange(Number(query.get('symbols') ?? 2_000), Number(query.get('u') ?? 10_000));
const feed = createTidemarkFeed({
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
    journal: { put: async () => undefined, remove: async () => undefined, all: async () => [] },
    openRequest: () => new XMLHttpRequest(),
    newKey: () => 'bench',
    exclusively: (_, work) => work(),
  }),
);
