import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebSocket } from 'ws';
import { WebSocketServer } from 'ws';
import type { VenueHosts } from '../../feeds/index.ts';

const SYMBOLS = [
  ['BTC', 'USDT', 61_800],
  ['ETH', 'USDT', 2_680],
  ['XRP', 'USDT', 0.582],
] as const;
const TELL_MS = 250;
const HOUR_MS = 3_600_000;
const LENGTHS: Readonly<Record<string, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': HOUR_MS,
};

/**
 * A venue on this machine that speaks as Binance does, spot and futures alike, at prices that rise by a hundredth with
 * each look: enough for whoever reads a venue to be tried against real sockets and answers.
 */
export class VenueServer {
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #wanted = new Map<WebSocket, Set<string>>();
  #isAway = false;
  #steps = 0;
  /** Paths of all questions so far. */
  readonly asked: string[] = [];

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.on('upgrade', (request, socket, head) => {
      if (this.#isAway) socket.destroy();
      else this.#sockets.handleUpgrade(request, socket, head, (each) => this.#greet(each, request.url ?? ''));
    });
    this.#timer = setInterval(() => this.#tell(), TELL_MS);
  }

  /** @param port 0 for any that is free. */
  static async open(port = 0): Promise<VenueServer> {
    const made = new VenueServer();
    await new Promise<void>((resolve) => made.#server.listen(port, '127.0.0.1', resolve));
    return made;
  }

  get hosts(): VenueHosts {
    return VenueServer.hostsAt((this.#server.address() as AddressInfo).port);
  }

  /** In place of the venue's own addresses. */
  static hostsAt(port: number): VenueHosts {
    const at = `127.0.0.1:${port}`;
    const rest = [`http://${at}`];
    const stream = [`ws://${at}`];
    return {
      binance: {
        spotRest: rest,
        spotStream: stream,
        futuresRest: rest,
        futuresBooks: stream,
        futuresMarket: stream,
      },
    };
  }

  /** Nothing answers from here on, and every socket is cut. */
  leave(): void {
    this.#isAway = true;
    for (const socket of this.#sockets.clients) socket.terminate();
  }

  comeBack(): void {
    this.#isAway = false;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.leave();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #greet(socket: WebSocket, url: string): void {
    const streams = new Set(new URL(url, 'ws://venue').searchParams.get('streams')?.split('/') ?? []);
    this.#wanted.set(socket, streams);
    socket.on('close', () => this.#wanted.delete(socket));
    socket.on('message', (data) => {
      const {
        method,
        params = [],
        id,
      } = JSON.parse(String(data)) as {
        method: string;
        params?: string[];
        id: number;
      };
      for (const stream of params) {
        if (method === 'SUBSCRIBE') streams.add(stream);
        if (method === 'UNSUBSCRIBE') streams.delete(stream);
      }
      socket.send(JSON.stringify({ result: method === 'LIST_SUBSCRIPTIONS' ? [...streams] : null, id }));
    });
  }

  #price(symbol: string): string {
    return (baseOf(symbol) * (1 + this.#steps / 10_000)).toFixed(4);
  }

  #tell(): void {
    this.#steps += 1;
    for (const [socket, streams] of this.#wanted) {
      for (const stream of streams) {
        const data = this.#message(stream);
        if (data) socket.send(JSON.stringify({ stream, data }));
      }
    }
  }

  #message(stream: string): unknown {
    const [name = '', kind] = stream.split('@');
    const symbol = name.toUpperCase();
    const [at, step] = [Date.now(), this.#steps];
    if (stream === '!miniTicker@arr')
      return SYMBOLS.map(([coin, quote]) => this.#ticker(`${coin}${quote}`, at));
    if (stream.startsWith('!markPrice'))
      return SYMBOLS.map(([coin, quote]) => this.#mark(`${coin}${quote}`, at));
    if (kind === 'aggTrade') return this.#trade(symbol, step, at);
    if (kind === 'depth')
      return {
        e: 'depthUpdate',
        E: at,
        s: symbol,
        U: step,
        u: step,
        pu: step - 1,
        ...levels('b', 'a', symbol),
      };
    if (kind?.startsWith('kline_')) return this.#kline(symbol, kind.slice(6), at);
    if (kind?.startsWith('depth')) return { lastUpdateId: step, ...levels('bids', 'asks', symbol) };
    return undefined;
  }

  #ticker(s: string, E: number) {
    const c = this.#price(s);
    const { open: o, high: h, low: l } = dayOf(c);
    return { e: '24hrMiniTicker', E, s, c, o, h, l, v: '10', q: '12345.6' };
  }

  #mark(s: string, E: number) {
    const p = this.#price(s);
    return {
      e: 'markPriceUpdate',
      E,
      s,
      p,
      i: p,
      P: p,
      r: '0.00010000',
      T: Math.ceil(E / HOUR_MS) * HOUR_MS,
    };
  }

  #trade(s: string, id: number, at: number) {
    return { e: 'aggTrade', E: at, s, a: id, p: this.#price(s), q: '0.5', f: id, l: id, T: at, m: false };
  }

  #kline(s: string, i: string, E: number) {
    const length = LENGTHS[i] ?? HOUR_MS;
    const c = this.#price(s);
    const k = { t: Math.floor(E / length) * length, s, i, o: c, h: c, l: c, c, v: '12.5', x: false };
    return { e: 'kline', E, s, k };
  }

  #answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
    this.asked.push(url);
    if (this.#isAway) {
      response.destroy();
      return;
    }
    const { pathname, searchParams } = new URL(url, 'http://venue');
    const body = this.#body(pathname.replace(/^\/f?api\/v\d\//, ''), searchParams);
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
    });
    response.end(JSON.stringify(body ?? { code: -1, msg: 'no such route' }));
  }

  #body(route: string, query: URLSearchParams): unknown {
    const symbol = query.get('symbol') ?? '';
    const [at, step] = [Date.now(), this.#steps];
    if (route === 'exchangeInfo') return { rateLimits: [], symbols: SYMBOLS.map(symbolRow) };
    if (route === 'ticker/24hr') return SYMBOLS.map(([coin, quote]) => this.#dayRow(`${coin}${quote}`));
    if (route === 'depth') return { lastUpdateId: step, ...levels('bids', 'asks', symbol) };
    if (route === 'aggTrades') return [this.#trade(symbol, step, at)];
    if (route === 'premiumIndex' || route === 'fundingInfo') return [];
    return route === 'klines' ? this.#bars(symbol, query) : undefined;
  }

  #dayRow(symbol: string) {
    const lastPrice = this.#price(symbol);
    const { open: openPrice, high: highPrice, low: lowPrice } = dayOf(lastPrice);
    return { symbol, lastPrice, openPrice, highPrice, lowPrice, quoteVolume: '12345.6' };
  }

  #bars(symbol: string, query: URLSearchParams): unknown[] {
    const length = LENGTHS[query.get('interval') ?? '1m'] ?? HOUR_MS;
    const end =
      Math.floor(Math.min(Date.now(), Number(query.get('endTime') ?? Date.now())) / length) * length;
    const count = Math.min(100, Number(query.get('limit') ?? 100));
    const price = this.#price(symbol);
    return Array.from({ length: count }, (_, i) => [
      end - (count - 1 - i) * length,
      price,
      price,
      price,
      price,
      '12.5',
    ]);
  }
}

const baseOf = (symbol: string): number =>
  SYMBOLS.find(([coin, quote]) => `${coin}${quote}` === symbol)?.[2] ?? 1;

/** Five levels a side, which stay: a difference repeats them. */
function levels(bids: string, asks: string, symbol: string) {
  const away = (by: number) => (baseOf(symbol) * (1 + by)).toFixed(4);
  const side = (sign: 1 | -1) => Array.from({ length: 5 }, (_, i) => [away((sign * (i + 1)) / 1_000), '2.5']);
  return { [bids]: side(-1), [asks]: side(1) };
}

/** The day before a price: it has risen by a fiftieth. */
function dayOf(price: string) {
  const times = (by: number) => (Number(price) * by).toFixed(4);
  return { open: times(0.98), high: times(1.01), low: times(0.97) };
}

function symbolRow([base, quote]: (typeof SYMBOLS)[number]) {
  return {
    symbol: `${base}${quote}`,
    status: 'TRADING',
    baseAsset: base,
    quoteAsset: quote,
    contractType: 'PERPETUAL',
    isSpotTradingAllowed: true,
    filters: [
      { filterType: 'PRICE_FILTER', tickSize: '0.0001' },
      { filterType: 'LOT_SIZE', stepSize: '0.0001', minQty: '0.0001' },
      { filterType: 'NOTIONAL', minNotional: '5' },
    ],
  };
}
