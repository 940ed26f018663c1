import type { Context } from 'hono';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { ServerClock } from '../../base/clock.ts';
import { LoopTurns } from '../../base/loopTurns.ts';
import type { LiquidationTape } from '../../market/liquidations.ts';
import type { MarkBoard } from '../../market/marks/board.ts';
import type { MarkBarReader } from '../../market/marks/markBars.ts';
import type { MarketSource } from '../../market/source.ts';
import type { EntryMarkets } from '../../matching/entryMarkets.ts';
import type { OrderNames } from '../../matching/orderNames.ts';
import { Openings } from '../realtime/openings.ts';
import type { PrivateHub } from '../realtime/privateHub.ts';
import { futuresMarket } from './futures/market.ts';
import { futuresOrders } from './futures/orders.ts';
import { futuresReads } from './futures/reads.ts';
import { futuresRefusals } from './futures/refusals.ts';
import { futuresTerms } from './futures/terms.ts';
import { NumberedBooks } from './market/books.ts';
import { Instruments } from './market/instruments.ts';
import { ApiError } from './protocol/apiError.ts';
import { bodyTextOf } from './protocol/body.ts';
import type { DispatchDeps } from './protocol/dispatch.ts';
import { dispatch, refusalOf } from './protocol/dispatch.ts';
import type { IsFull } from './protocol/early.ts';
import { EarlyRefusals } from './protocol/early.ts';
import type { Endpoints, Part } from './protocol/endpoint.ts';
import { CompatRates } from './protocol/rates.ts';
import type { EndpointName } from './protocol/reference.ts';
import { COMPAT_BASE } from './protocol/reference.ts';
import { Replays } from './protocol/replays.ts';
import { spotAccount } from './spot/account.ts';
import { spotAssets } from './spot/assets.ts';
import { spotMarket } from './spot/market.ts';
import { spotOrderLists } from './spot/orderLists.ts';
import { spotOrders } from './spot/orders.ts';
import { cancelRefusals, spotRefusals } from './spot/refusals.ts';
import { StreamFeeds } from './streams/feeds.ts';
import { ListenKeys, listenKeyEndpoints } from './streams/listenKeys.ts';
import type { StreamKind } from './streams/names.ts';
import type { CompatSockets, SocketTarget } from './streams/sockets.ts';
import { compatSockets, targetOf } from './streams/sockets.ts';
import { UserFeeds } from './streams/userFeed.ts';

export interface CompatDeps extends Omit<DispatchDeps, 'rates' | 'replays' | 'early' | 'clock'> {
  readonly clock: ServerClock;
  /** Prices and books as users see them. */
  readonly source: MarketSource;
  readonly marks: MarkBoard | undefined;
  readonly markBars: MarkBarReader | undefined;
  readonly liquidations: LiquidationTape | undefined;
  readonly names: { readonly spot: OrderNames; readonly futures: OrderNames };
  readonly entryMarkets: EntryMarkets;
  readonly privateHub: PrivateHub;
  readonly isFull: IsFull;
  readonly addressOf: (c: Context) => string;
  /** The text behind the question mark, exactly as it came: signatures are made of it. */
  readonly queryOf: (c: Context) => string;
  readonly usersPerAddress: number;
  /** Multiplies limits; given by tests. */
  readonly limitFactor?: number;
}

export interface Compat {
  readonly app: Hono;
  readonly sockets: CompatSockets;
  /** What is refused of a request by its head alone; undefined for one that may come in. @param path without a query. */
  refusedAtDoor(method: string, path: string, apiKey: string | undefined): Refused | undefined;
  close(): void;
}

/** A refusal, ready to be written. */
export interface Refused {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An API compatible with clients for Binance, on the products' own handlers. */
export function createCompat(deps: CompatDeps): Compat {
  const { source, clock, usersPerAddress, limitFactor: factor = 1 } = deps;
  const books = new NumberedBooks(source, clock);
  const instruments = new Instruments(source, 'spot');
  const orders = { source, instruments, names: deps.names.spot };
  const worded = (error: unknown, isCancel: boolean): ApiError =>
    refusalOf(deps, error, isCancel ? { ...spotRefusals, ...cancelRefusals } : spotRefusals);
  const spot: Part = {
    endpoints: {
      ...spotMarket({ source, instruments, books, now: clock.now }),
      ...spotOrders(orders, worded),
      ...spotOrderLists(orders),
      ...spotAccount(orders),
      ...spotAssets(instruments),
    },
    refusals: spotRefusals,
  };
  const perpetuals = new Instruments(source, 'perpetual');
  const streams = openStreams(deps, books, { spot: instruments, futures: perpetuals });
  const openings = new Openings(clock, new LoopTurns(clock.pause));
  const rates = new CompatRates({ now: clock.now, usersPerAddress, factor });
  const full: DispatchDeps = {
    ...deps,
    rates,
    replays: new Replays(clock.now),
    early: new EarlyRefusals(rates, deps.isFull),
  };
  const listening: Part = { endpoints: listenKeyEndpoints(streams.listenKeys), refusals: {} };
  const parts = [spot, futuresPart(deps, books, perpetuals), listening];
  const endpoints: Endpoints = Object.assign({}, ...parts.map((part) => part.endpoints));
  return {
    app: appOf(full, deps, parts),
    refusedAtDoor(method, path, apiKey) {
      const endpoint = endpoints[`${method} ${path.slice(COMPAT_BASE.length)}` as EndpointName];
      const refusal = endpoint && full.early.atDoor(endpoint, apiKey);
      return refusal && refusedOf(refusal);
    },
    sockets: compatSockets({ ...streams, openings, keys: deps.keys, now: clock.now }),
    close() {
      openings.close();
      streams.feeds.close();
      streams.users.close();
      books.close();
    },
  };
}

function openStreams(
  { source, clock, marks, liquidations, keys, privateHub, names, log }: CompatDeps,
  books: NumberedBooks,
  instruments: Readonly<Record<StreamKind, Instruments>>,
) {
  return {
    feeds: new StreamFeeds({ source, clock, books, marks, liquidations, instruments }),
    users: new UserFeeds({ hub: privateHub, clock, instruments, names, log }),
    listenKeys: new ListenKeys(keys, clock.now),
  };
}

/**
 * What a socket's address subscribes to; undefined for an address outside of this API.
 * @param search with its question mark.
 */
export function socketTargetOf(path: string, search: string): SocketTarget | undefined {
  if (!path.startsWith(`${COMPAT_BASE}/`)) return undefined;
  return targetOf(path.slice(COMPAT_BASE.length), search);
}
export type { SocketOut } from './streams/socket.ts';
export type { CompatSockets, OpenedSocket, SocketTarget } from './streams/sockets.ts';
export { COMPAT_BASE };

function futuresPart(deps: CompatDeps, books: NumberedBooks, instruments: Instruments): Part {
  const { source, clock, marks, markBars, handlers } = deps;
  const orders = { instruments, names: deps.names.futures, now: clock.now };
  const kept = {
    marks,
    markBars,
    rates: handlers['perpetual.rates'],
    interest: handlers['perpetual.interest'],
    accounts: handlers['perpetual.accounts'],
  };
  const market = { source, instruments, books, now: clock.now, ...kept };
  return {
    endpoints: {
      ...futuresMarket(market),
      ...futuresOrders(orders, (error) => refusalOf(deps, error, futuresRefusals)),
      ...futuresReads({ instruments, marks, now: clock.now, entryMarkets: deps.entryMarkets }),
      ...futuresTerms(orders),
    },
    refusals: futuresRefusals,
  };
}

const JSON_TYPE = 'application/json;charset=UTF-8';

const refusedOf = ({ status, body, retryAfterS }: ApiError): Refused => ({
  status,
  headers: {
    'content-type': JSON_TYPE,
    'cache-control': 'no-store',
    ...(retryAfterS === undefined ? {} : { 'retry-after': `${retryAfterS}` }),
  },
  body: JSON.stringify(body),
});

/** Lists of all markets are packed; what one order is answered is short. */
const LONG = ['/api/v3', '/fapi/v1'].flatMap((base) =>
  ['exchangeInfo', 'ticker/*', 'klines', 'markPriceKlines', 'depth', 'premiumIndex'].map(
    (name) => `${base}/${name}`,
  ),
);

function appOf(
  deps: DispatchDeps,
  { addressOf, queryOf }: Pick<CompatDeps, 'addressOf' | 'queryOf'>,
  parts: readonly Part[],
): Hono {
  const app = new Hono();
  for (const path of LONG) app.use(path, compress());
  for (const { endpoints, refusals } of parts)
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const [method = '', path = ''] = name.split(' ');
      app.on(method, path, async (c) => {
        const raw = {
          query: queryOf(c),
          body: method === 'GET' ? '' : await bodyTextOf(c),
          apiKey: c.req.header('x-mbx-apikey'),
          address: addressOf(c),
        };
        const { body, status, headers } = await dispatch(deps, endpoint, refusals, raw);
        return answer(c, body, status, headers);
      });
    }
  app.all('*', (c) => {
    const path = c.req.path.replace(COMPAT_BASE, '');
    const refusal = new ApiError(-5000, `Path ${path}, Method ${c.req.method} is invalid`, { status: 404 });
    return answer(c, refusal.body, refusal.status, {});
  });
  app.onError((error, c) => {
    const refusal = refusalOf(deps, error, {});
    return answer(c, refusal.body, refusal.status, {});
  });
  return app;
}

function answer(
  c: Context,
  body: unknown,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  c.header('cache-control', 'no-store');
  c.header('content-type', JSON_TYPE);
  return c.body(JSON.stringify(body), status as 200);
}
