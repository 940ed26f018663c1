import { binance } from '../../../feeds/binance/adapter.ts';
import type { Venue, VenueOptions, VenueRequest } from '../../../feeds/index.ts';
import { answer, VenueWire } from '../../support/venueWire.ts';

/** A symbol of `exchangeInfo` in the documented form. */
export const symbol = (base: string, quote: string, more: Record<string, unknown> = {}) => ({
  symbol: `${base}${quote}`,
  status: 'TRADING',
  baseAsset: base,
  quoteAsset: quote,
  isSpotTradingAllowed: true,
  filters: [
    {
      filterType: 'PRICE_FILTER',
      minPrice: '0.01000000',
      maxPrice: '1000000.00000000',
      tickSize: '0.01000000',
    },
    { filterType: 'LOT_SIZE', minQty: '0.00010000', maxQty: '9000.00000000', stepSize: '0.00010000' },
    { filterType: 'NOTIONAL', minNotional: '5.00000000', applyMinToMarket: true },
  ],
  ...more,
});
const limits = (limit: number) => [
  { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit },
  { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 100 },
];
const contract = {
  contractType: 'PERPETUAL',
  onboardDate: 1_569_398_400_000,
  filters: [
    { filterType: 'PRICE_FILTER', tickSize: '0.10' },
    { filterType: 'LOT_SIZE', stepSize: '0.001', minQty: '0.001' },
    { filterType: 'MIN_NOTIONAL', notional: '100' },
  ],
};

/** Answers by the part of the address before its query. */
export type Answers = Record<string, (query: URLSearchParams) => unknown>;
export const answers: Answers = {
  '/api/v3/exchangeInfo': () => ({
    rateLimits: limits(6_000),
    symbols: [
      symbol('BTC', 'USDT'),
      symbol('ETH', 'BTC'),
      symbol('OLD', 'USDT', { status: 'BREAK' }),
      symbol('POST', 'USDT', { status: 'CANCEL_ONLY' }),
      symbol('币安', 'USDT'),
    ],
  }),
  '/fapi/v1/exchangeInfo': () => ({
    rateLimits: limits(2_400),
    symbols: [
      symbol('BTC', 'USDT', contract),
      symbol('BTC', 'USDT', { ...contract, symbol: 'BTCUSDT_260327', contractType: 'CURRENT_QUARTER' }),
    ],
  }),
  '/api/v3/ticker/24hr': () => [],
  '/fapi/v1/ticker/24hr': () => [],
  '/api/v3/aggTrades': () => [],
  '/fapi/v1/aggTrades': () => [],
  '/fapi/v1/premiumIndex': () => [],
  '/fapi/v1/fundingInfo': () => [],
};

/** Binance by a test's script: every command is obeyed, requests have the answers that are given. */
export class Script extends VenueWire {
  readonly venue: Venue;
  answers: Answers = { ...answers };

  constructor(options: VenueOptions = {}, now?: number) {
    super(now);
    this.onSent = (text, socket) => {
      const { id } = JSON.parse(text);
      socket.deliver({ result: null, id });
    };
    this.onRequest = ({ url }: VenueRequest) => {
      const { pathname, searchParams } = new URL(url);
      const reply = this.answers[pathname];
      return reply ? answer(reply(searchParams)) : answer({ code: -1121, msg: 'Invalid symbol.' }, 400);
    };
    this.venue = binance.connect(this.deps, options);
    this.venue.events$.subscribe((event) => this.events.push(event));
  }

  /** Opens a channel and the sockets that it needs. */
  async open(channel: string): Promise<() => void> {
    const undo = this.venue.open(channel);
    await this.openSockets();
    return undo;
  }

  /** Opens every socket that waits, and lets what follows happen. */
  async openSockets(): Promise<void> {
    await this.clock.advance(0);
    for (const socket of this.sockets) if (socket.readyState === 0 && !socket.isClosed) socket.open();
    await this.clock.advance(0);
  }

  say(stream: string, data: unknown, part = ''): void {
    this.socket(part).deliver({ stream, data });
  }

  /** Streams that were subscribed on a socket, and not unsubscribed. */
  streams(part = ''): string[] {
    const streams = new Set<string>();
    for (const text of this.socket(part).sent) {
      const { method, params = [] } = JSON.parse(text) as { method: string; params?: string[] };
      for (const stream of params) {
        if (method === 'SUBSCRIBE') streams.add(stream);
        else streams.delete(stream);
      }
    }
    return [...streams];
  }
}
