import type { Endpoint, Remote } from 'comlink';
import { expose, proxy, wrap } from 'comlink';
import { Subject } from 'rxjs';
import { afterEach, beforeEach } from 'vitest';
import type { FuturesState, PrivateSnapshot } from '../../domain/contract/index.ts';
import type { Market, Result, Ticker } from '../../domain/index.ts';
import type { FeedEvent, MarketFeed } from '../../feeds/index.ts';
import { channelEvents } from '../../feeds/index.ts';
import type {
  AnswerKind,
  Answers,
  Frame,
  FrameOf,
  ListFrame,
  ListView,
  MarketApi,
  MarketApiDeps,
  PageSession,
  PageSettings,
  View,
  ViewHandle,
} from '../../workers/api.ts';
import { createMarketApi } from '../../workers/api.ts';
import type { CallHeaders } from '../../workers/session/caller.ts';
import type { JournalEntry } from '../../workers/session/journal.ts';
import { PagesLanguage } from '../../workers/session/pagesLanguage.ts';
// Loaded beforehand, as virtual time does not wait for a chunk.
import '../../workers/views/focusViews.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { fakeMarket } from '../support/fakeSource.ts';

const settings: PageSettings = {
  language: 'en_us',
  refresh: 'balanced',
  visible: true,
  token: null,
};
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A feed that publishes what a test says. */
class FakeFeed implements MarketFeed {
  readonly subject = new Subject<FeedEvent>();
  readonly events$ = this.subject.asObservable();
  readonly channels = new Map<string, number>();
  wakes = 0;
  /** Whether few messages are enough. */
  isSlow = false;
  setPace = (isSlow: boolean) => {
    this.isSlow = isSlow;
  };
  /** Whose private channel is read. */
  token: string | null = null;
  login = (token: string | null) => {
    this.token = token;
  };
  channel$ = (channel: string) =>
    channelEvents(this.events$, channel, () => {
      this.channels.set(channel, (this.channels.get(channel) ?? 0) + 1);
      return () => void this.channels.set(channel, (this.channels.get(channel) ?? 1) - 1);
    });
  wake = () => {
    this.wakes += 1;
  };
  counts = () => ({ dropped: 0, resyncs: 0, reconnects: 0 });
  close = () => this.subject.complete();
  get opened() {
    return [...this.channels].filter(([, count]) => count > 0).map(([channel]) => channel);
  }
}

export const market = (base: string, quote = 'USDT', more: Partial<Market> = {}): Market => ({
  ...fakeMarket(`${base}-${quote}`),
  name: `${base}/${quote}`,
  base,
  quote,
  ...more,
});
export const ticker = (id: string, last: string, volume = '100', open24 = '10'): Ticker => ({
  id,
  last,
  open24,
  volume,
  high24: '12',
  low24: '8',
});

interface World {
  clock: FakeClock;
  feed: FakeFeed;
  /** What is kept for the next visit. */
  kept: Map<string, unknown>;
  /** Money-moving calls that are kept. */
  journal: Map<string, JournalEntry>;
  keys: number;
  /** Requests of uploads, as they are opened. */
  openRequest: () => XMLHttpRequest;
  markets: Market[];
  /** Answers by the end of a call's path; a call without one has no network. */
  answers: Record<string, (body: never) => unknown>;
  requested: [path: string, body: unknown, headers: Record<string, string>][];
  api: ReturnType<typeof createMarketApi>;
  session: Remote<PageSession>;
  readonly ports: MessagePort[];
}
/** Worker, feed, exchange and page of the running test. */
export const world = { ports: [] as MessagePort[] } as unknown as World;

/** Lets worker and page talk while time passes in small steps. */
export async function pass(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 10) {
    await world.clock.advance(Math.min(10, ms - at));
    await turn();
    await turn();
  }
}

async function transport(path: string, body: unknown, headers: CallHeaders) {
  world.requested.push([path, body, { ...headers }]);
  const found = Object.entries(world.answers).find(([end]) => path.endsWith(end));
  if (!found) throw new Error('no network');
  const data = await found[1](body as never);
  return data && typeof data === 'object' && 'code' in data
    ? data
    : { code: 200, message: '', data, requestId: 'r' };
}

/** A page that connects over a channel of its own. */
export async function connect(more: Partial<PageSettings> = {}): Promise<Remote<PageSession>> {
  const { port1, port2 } = new MessageChannel();
  world.ports.push(port1, port2);
  expose(world.api, port1 as unknown as Endpoint);
  const page = wrap<MarketApi>(port2 as unknown as Endpoint);
  return (await (page.connect({ ...settings, ...more }) as unknown)) as Remote<PageSession>;
}

/** Asks the worker as a page does. */
export const ask = <K extends AnswerKind>(kind: K, args: Answers[K][0], page = world.session) =>
  page.ask(kind, args) as Promise<Result<Answers[K][1]>>;

/** Starts the worker and one page. @param feed the fake one by default. @param parts in place of the fake exchange. */
export async function start(
  feed: MarketFeed = world.feed,
  parts: Partial<Pick<MarketApiDeps, 'transport' | 'language'>> = {},
  page: Partial<PageSettings> = {},
): Promise<void> {
  world.api = createMarketApi({
    feed,
    transport,
    keep: {
      get: async (key) => world.kept.get(key),
      set: async (key, value) => void world.kept.set(key, value),
    },
    clock: world.clock,
    journal: {
      isLasting: () => true,
      put: async (entry) => void world.journal.set(entry.key, entry),
      remove: async (key) => void world.journal.delete(key),
      all: async () => [...world.journal.values()],
    },
    openRequest: () => world.openRequest(),
    life: () => 'here',
    newKey: () => `key-${world.keys++}`,
    exclusively: (_, work) => work(),
    language: new PagesLanguage(),
    ...parts,
  });
  world.session = await connect(page);
}

/** Ends the worker of the running test and makes a new feed, as a new visit does. */
export function endVisit(): void {
  world.api.close();
  world.feed = new FakeFeed();
}

export const publish = (rows: Ticker[], snapshot = false, at = world.clock.now()) =>
  world.feed.subject.next({ kind: 'tickers', snapshot, rows, at });

export async function open<V extends View>(
  view: V,
  session = world.session,
): Promise<{ frames: FrameOf<V>[]; handle: Remote<ViewHandle> }> {
  const frames: FrameOf<V>[] = [];
  const sink = proxy((frame: Frame) => void frames.push(frame as FrameOf<V>));
  const handle = (await (session.open(view, sink) as unknown)) as Remote<ViewHandle>;
  return { frames, handle };
}

export const list = (more: Partial<ListView> = {}): ListView => ({
  kind: 'list',
  list: 'spot',
  sort: { column: 'name', state: 1 },
  first: 0,
  last: 9,
  columns: ['value0', 'value1'],
  sparkline: false,
  held: false,
  ...more,
});

/** A frame's texts of one column. */
export const texts = (frame: ListFrame | undefined, column = 0) =>
  (frame?.cells ?? []).filter((_, i, all) => i % 4 === 2 && all[i - 1] === column);

/** Markets by place after some frames. */
export const order = (frames: readonly ListFrame[]) => {
  const heads: string[] = [];
  for (const frame of frames) for (const [place, { id }] of frame.heads) heads[place] = id;
  return heads;
};

/** A world for each test of a file: six markets, a live link. */
export function worldForEach(): void {
  beforeEach(async () => {
    world.clock = new FakeClock();
    world.feed = new FakeFeed();
    world.kept = new Map();
    world.journal = new Map();
    world.keys = 0;
    world.openRequest = () => {
      throw new Error('no network');
    };
    world.requested = [];
    world.markets = [
      market('AAA'),
      market('BBB'),
      market('CCC'),
      market('AAB', 'BTC'),
      market('BTC'),
      market('XAU', 'USD', { kind: 'futures', cycle: true }),
    ];
    world.answers = {
      'market/list': () => ({ version: 'v', markets: world.markets }),
      'market/sparklines': () => ({ lines: [] }),
    };
    await start();
    await pass(20);
    world.feed.subject.next({ kind: 'link', state: 'live' });
  });
  afterEach(() => {
    world.api.close();
    for (const port of world.ports.splice(0)) port.close();
  });
}

/** Of somebody who trades no perpetuals. */
export const noFutures: FuturesState = {
  positions: [],
  orders: [],
  terms: [],
  absence: { seconds: 0, action: 'cancelAll', state: 'off', since: 0, version: 0 },
};

/** Of somebody to whom nothing has happened. */
export const noNews = { readTo: 0, newest: 0, unread: 0, unseen: [], cycleNet: '0' };

/** The whole state of somebody who has nothing. @param change what they have all the same. */
export const userState = (change: Partial<PrivateSnapshot> = {}): PrivateSnapshot => ({
  uid: '100000001',
  balances: [],
  orders: [],
  futures: noFutures,
  positionMargin: '0',
  realizedPl: '0',
  notifications: noNews,
  ...change,
});
