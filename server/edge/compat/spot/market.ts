import type { Market, Ticker } from '../../../../domain/index.ts';
import type { MarketSource } from '../../../market/source.ts';
import { barsOf, intervalOf, requireUtc, spanOf } from '../market/bars.ts';
import type { NumberedBooks } from '../market/books.ts';
import type { Instruments } from '../market/instruments.ts';
import { aggTradeRow, barRow, dayRow, tradeRow } from '../market/rows.ts';
import { invalidSymbol } from '../protocol/apiError.ts';
import type { Endpoints } from '../protocol/endpoint.ts';
import { open } from '../protocol/endpoint.ts';
import type { Params } from '../protocol/params.ts';
import { spotExchangeInfo } from './exchangeInfo.ts';

export interface MarketDeps {
  readonly source: MarketSource;
  readonly instruments: Instruments;
  readonly books: NumberedBooks;
  readonly now: () => number;
}

const MOST_ROWS = 1_000;

/** Trades of the tape, of those that are kept, ascending. */
export function tapeOf(source: MarketSource, id: string, params: Params) {
  const [from, start, end] = [
    params.whole('fromId'),
    params.whole('startTime') ?? 0,
    params.whole('endTime') ?? Number.MAX_SAFE_INTEGER,
  ];
  const limit = params.limit(500, MOST_ROWS);
  const trades = (source.trades(id) ?? []).filter(
    (trade) => trade.at >= start && trade.at <= end && (from === undefined || trade.id >= from),
  );
  return from === undefined && !params.has('startTime') ? trades.slice(-limit) : trades.slice(0, limit);
}

/** The markets that a request names, by `symbol` or `symbols`; all without. */
export function namedMarkets(
  { instruments }: Pick<MarketDeps, 'instruments'>,
  params: Params,
): { readonly isOne: boolean; readonly markets: readonly (readonly [string, Market])[] } {
  const symbol = params.text('symbol');
  if (symbol !== undefined) return { isOne: true, markets: [[symbol, instruments.find(symbol)]] };
  const symbols = params.texts('symbols');
  if (symbols?.length === 0) throw invalidSymbol();
  const markets = symbols
    ? symbols.map((each) => [each, instruments.find(each)] as const)
    : [...instruments.markets];
  return { isOne: false, markets };
}

/** A row of each market that has a price; the one alone where one was named. */
export function rowsOf<Row>(
  deps: Pick<MarketDeps, 'instruments' | 'source'>,
  params: Params,
  row: (symbol: string, market: Market, ticker: Ticker) => Row,
): Row | readonly Row[] {
  const { isOne, markets } = namedMarkets(deps, params);
  const tickers = new Map(deps.source.tickers().map((ticker) => [ticker.id, ticker]));
  const rows = markets.flatMap(([symbol, market]) => {
    const ticker = tickers.get(market.id);
    return ticker ? [row(symbol, market, ticker)] : [];
  });
  const [first] = rows;
  if (!isOne) return rows;
  if (first === undefined) throw invalidSymbol();
  return first;
}

const best = (source: MarketSource, { id }: Market) => {
  const book = source.book(id);
  return { bid: book?.bids[0], ask: book?.asks[0] };
};

/** What everybody may read of spot. */
export function spotMarket(deps: MarketDeps): Endpoints {
  const { source, instruments, books, now } = deps;
  const klines = async (params: Params) => {
    const { id } = instruments.of(params);
    const interval = intervalOf(params);
    requireUtc(params);
    const bars = await barsOf(source, id, interval, spanOf(params));
    const tape = source.trades(id) ?? [];
    return bars.map((bar) => barRow(bar, interval, tape));
  };
  return {
    'GET /api/v3/ping': open(1, () => ({})),
    'GET /api/v3/time': open(1, () => ({ serverTime: now() })),
    'GET /api/v3/exchangeInfo': open(20, (params) => spotExchangeInfo(instruments, params, now())),
    'GET /api/v3/depth': open(5, async (params) => {
      const { id } = instruments.of(params);
      const limit = params.limit(100, 5_000);
      const { book, last } = await books.snapshot(id);
      return { lastUpdateId: last, bids: book.bids.slice(0, limit), asks: book.asks.slice(0, limit) };
    }),
    'GET /api/v3/trades': open(25, (params) =>
      tapeOf(source, instruments.of(params).id, params).map(tradeRow),
    ),
    'GET /api/v3/historicalTrades': open(25, (params) =>
      tapeOf(source, instruments.of(params).id, params).map(tradeRow),
    ),
    'GET /api/v3/aggTrades': open(4, (params) =>
      tapeOf(source, instruments.of(params).id, params).map(aggTradeRow),
    ),
    'GET /api/v3/klines': open(2, klines),
    'GET /api/v3/uiKlines': open(2, klines),
    'GET /api/v3/avgPrice': open(2, (params) => {
      const { id } = instruments.of(params);
      return { mins: 0, price: source.last(id) ?? '0', closeTime: now() };
    }),
    'GET /api/v3/ticker/24hr': open(tickerWeight(80, 2), (params) =>
      rowsOf(deps, params, (symbol, market, ticker) =>
        dayRow(ticker, { symbol, now: now(), ...best(source, market) }),
      ),
    ),
    'GET /api/v3/ticker/price': open(tickerWeight(4, 2), (params) =>
      rowsOf(deps, params, (symbol, _, { last: price }) => ({ symbol, price })),
    ),
    'GET /api/v3/ticker/bookTicker': open(tickerWeight(4, 2), (params) =>
      rowsOf(deps, params, (symbol, market) => {
        const { bid, ask } = best(source, market);
        return {
          symbol,
          bidPrice: bid?.[0] ?? '0',
          bidQty: bid?.[1] ?? '0',
          askPrice: ask?.[0] ?? '0',
          askQty: ask?.[1] ?? '0',
        };
      }),
    ),
  };
}

/** One market costs less than all of them. */
export const tickerWeight = (all: number, one: number) => (params: Params) =>
  params.has('symbol') ? one : all;
