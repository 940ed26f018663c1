import type { MarkRow } from '../../../../domain/contract/index.ts';
import { defined, FUNDING_INTEREST } from '../../../../domain/index.ts';
import type { Handlers } from '../../../books/users/callHandlers.ts';
import type { MarkBoard } from '../../../market/marks/board.ts';
import type { MarkBarReader } from '../../../market/marks/markBars.ts';
import { barsOf, intervalOf, spanOf } from '../market/bars.ts';
import { aggTradeRow, barRow, dayRow, markBarRow, tradeRow } from '../market/rows.ts';
import { invalidSymbol } from '../protocol/apiError.ts';
import type { Endpoints } from '../protocol/endpoint.ts';
import { open } from '../protocol/endpoint.ts';
import { LAST_MOMENT, spanOfRows } from '../protocol/pages.ts';
import type { Params } from '../protocol/params.ts';
import type { MarketDeps } from '../spot/market.ts';
import { namedMarkets, rowsOf, tapeOf, tickerWeight } from '../spot/market.ts';
import type { AccountRatioDeps } from './accountRatios.ts';
import { accountRatios, NOBODY } from './accountRatios.ts';
import { futuresExchangeInfo } from './exchangeInfo.ts';

export interface FuturesMarketDeps extends MarketDeps, AccountRatioDeps {
  readonly marks: MarkBoard | undefined;
  readonly markBars: MarkBarReader | undefined;
  readonly rates: Handlers['perpetual.rates'];
  readonly interest: Handlers['perpetual.interest'];
}

const MOST_RATES = 500;
const HOURS = 8;

/** Mark, index and the funding under way. */
export const markRowOf = (symbol: string, [, mark, index, rate, nextAt]: MarkRow, now: number) => ({
  symbol,
  markPrice: mark,
  indexPrice: index,
  estimatedSettlePrice: index,
  lastFundingRate: rate,
  interestRate: FUNDING_INTEREST,
  nextFundingTime: nextAt,
  time: now,
});

function markRows(deps: FuturesMarketDeps, params: Params) {
  const marks = new Map((deps.marks?.rows() ?? []).map((row) => [row[0], row]));
  const { isOne, markets } = namedMarkets(deps, params);
  const rows = markets.flatMap(([symbol, { id }]) => {
    const row = marks.get(id);
    return row ? [markRowOf(symbol, row, deps.now())] : [];
  });
  if (isOne && !rows[0]) throw invalidSymbol();
  return isOne ? rows[0] : rows;
}

/** Settled rates, ascending. */
async function fundingRates({ instruments, rates }: FuturesMarketDeps, params: Params) {
  const { id } = instruments.of(params);
  const symbol = instruments.symbolOf(id);
  const { start, end, limit } = spanOfRows(params, 0, params.limit(100, MOST_RATES));
  const span = {
    ...(end === undefined || end === LAST_MOMENT ? {} : { before: end + 1 }),
    ...defined({ from: start }),
  };
  const { rows } = await rates({ market: id, limit, ...span }, NOBODY);
  const chosen = start === undefined ? rows.toReversed() : rows;
  return chosen.map(({ at, rate, mark }) => ({
    symbol,
    fundingTime: at,
    fundingRate: rate,
    markPrice: mark,
  }));
}

/** @throws {ApiError} for a live venue's market, whose positions are not known here. */
async function openInterest({ instruments, interest }: FuturesMarketDeps, params: Params) {
  const { id } = instruments.of(params);
  const { at, interest: counted } = await interest({ market: id }, NOBODY);
  if (!counted) throw invalidSymbol();
  return { symbol: instruments.symbolOf(id), openInterest: counted.quantity, time: at };
}

const USUAL_BARS = 500;
const MOST_BARS = 1_500;
/**
 * The weight of bars, by their requested number; text that is no number is refused later and weighs the most.
 */
const barsWeight = (params: Params): number => {
  const limit = params.text('limit') ?? `${USUAL_BARS}`;
  if (!/^\d{1,4}$/.test(limit) || (limit > '1000' && limit.length === 4)) return 10;
  if (limit.length < 3) return 1;
  return limit.length === 3 && limit < '500' ? 2 : 5;
};

async function markBarRows({ instruments, markBars }: FuturesMarketDeps, params: Params) {
  const { id } = instruments.of(params);
  const interval = intervalOf(params);
  const bars = await markBars?.bars(id, interval, spanOf(params, USUAL_BARS, MOST_BARS));
  return (bars ?? []).map((bar) => markBarRow(bar, interval));
}

/** What everybody may read of perpetuals. */
export function futuresMarket(deps: FuturesMarketDeps): Endpoints {
  const { source, instruments, books, now } = deps;
  const klines = async (params: Params) => {
    const { id } = instruments.of(params);
    const interval = intervalOf(params);
    const bars = await barsOf(source, id, interval, spanOf(params, USUAL_BARS, MOST_BARS));
    const tape = source.trades(id) ?? [];
    return bars.map((bar) => barRow(bar, interval, tape));
  };
  const tape = (params: Params) => tapeOf(source, instruments.of(params).id, params);
  const prices = open(tickerWeight(2, 1), (params) =>
    rowsOf(deps, params, (symbol, _, { last: price }) => ({ symbol, price, time: now() })),
  );
  return {
    'GET /fapi/v1/ping': open(1, () => ({})),
    'GET /fapi/v1/time': open(1, () => ({ serverTime: now() })),
    'GET /fapi/v1/exchangeInfo': open(1, () => futuresExchangeInfo(instruments, now())),
    'GET /fapi/v1/depth': open(10, async (params) => {
      const { id } = instruments.of(params);
      const limit = params.limit(500, 1_000);
      const { book, last } = await books.snapshot(id);
      const [bids, asks] = [book.bids.slice(0, limit), book.asks.slice(0, limit)];
      return { lastUpdateId: last, E: now(), T: now(), bids, asks };
    }),
    'GET /fapi/v1/trades': open(5, (params) => tape(params).map(tradeRow)),
    'GET /fapi/v1/historicalTrades': open(20, (params) => tape(params).map(tradeRow)),
    'GET /fapi/v1/aggTrades': open(20, (params) => tape(params).map(aggTradeRow)),
    'GET /fapi/v1/klines': open(barsWeight, klines),
    'GET /fapi/v1/continuousKlines': open(barsWeight, (params) => klines(params)),
    'GET /fapi/v1/markPriceKlines': open(barsWeight, (params) => markBarRows(deps, params)),
    'GET /fapi/v1/premiumIndex': open(tickerWeight(10, 1), (params) => markRows(deps, params)),
    'GET /fapi/v1/fundingRate': open(1, (params) => fundingRates(deps, params)),
    'GET /fapi/v1/openInterest': open(1, (params) => openInterest(deps, params)),
    'GET /futures/data/globalLongShortAccountRatio': open(1, (params) => accountRatios(deps, params)),
    'GET /fapi/v1/fundingInfo': open(1, () =>
      [...instruments.markets.keys()].map((symbol) => ({ symbol, fundingIntervalHours: HOURS })),
    ),
    'GET /fapi/v1/ticker/24hr': open(tickerWeight(40, 1), (params) =>
      rowsOf(deps, params, (symbol, _, ticker) => dayRow(ticker, { symbol, now: now() })),
    ),
    'GET /fapi/v1/ticker/price': prices,
    'GET /fapi/v2/ticker/price': prices,
    'GET /fapi/v1/ticker/bookTicker': open(tickerWeight(5, 2), (params) =>
      rowsOf(deps, params, (symbol, { id }) => {
        const { bids, asks } = source.book(id) ?? { bids: [], asks: [] };
        return {
          symbol,
          bidPrice: bids[0]?.[0] ?? '0',
          bidQty: bids[0]?.[1] ?? '0',
          askPrice: asks[0]?.[0] ?? '0',
          askQty: asks[0]?.[1] ?? '0',
          time: now(),
        };
      }),
    ),
  };
}
