import type { Context } from 'hono';
import { Hono } from 'hono';
import type { Market, Ticker } from '../../../domain/index.ts';
import { D, toChartNumber, toText } from '../../../domain/index.ts';
import { networkOf } from '../../base/network.ts';
import type { MarketSource } from '../../market/source.ts';
import { ApiError } from '../compat/protocol/apiError.ts';
import { CompatRates } from '../compat/protocol/rates.ts';
import { historyOf, latest, resolutions } from './history.ts';

/** Where chart libraries read the market, by TradingView's UDF. */
export const UDF_BASE = '/udf';

export interface UdfDeps {
  readonly venueName: string;
  /** Public prices and books. */
  readonly source: MarketSource;
  readonly now: () => number;
  readonly addressOf: (c: Context) => string;
  readonly usersPerAddress: number;
  readonly limitFactor?: number;
}

type Where = Pick<UdfDeps, 'source' | 'venueName'>;

const MINUTES = ['1', '3', '5', '15', '30', '60', '120', '240', '360', '480', '720'];
const SHOWN = [...MINUTES, '1D', '3D', '1W', '1M'];
const MOST_FOUND = 50;
const MOST_QUOTES = 100;

const configOf = (venueName: string) => ({
  supports_search: true,
  supports_group_request: false,
  supports_marks: false,
  supports_timescale_marks: false,
  supports_time: true,
  supported_resolutions: SHOWN,
  exchanges: [
    { value: '', name: 'All', desc: '' },
    { value: venueName, name: venueName, desc: venueName },
  ],
  symbols_types: [
    { name: 'All', value: '' },
    { name: 'Spot', value: 'spot' },
    { name: 'Perpetual', value: 'perpetual' },
    { name: 'Futures', value: 'futures' },
  ],
});

/** A tick as a number of steps of a power of ten: 0.05 is 5 of 100. */
function scaleOf(tick: string): { pricescale: number; minmov: number } {
  const places = new D(tick).decimalPlaces();
  const pricescale = 10 ** places;
  return { pricescale, minmov: new D(tick).times(pricescale).toNumber() };
}

const symbolInfo = (venueName: string, { id, name, kind, tick, lot, quote }: Market) => ({
  ...{ name: id, ticker: id, full_name: id, description: name, type: kind, session: '24x7' },
  ...{ exchange: venueName, listed_exchange: venueName, timezone: 'Etc/UTC', format: 'price' },
  ...scaleOf(tick),
  ...{ has_intraday: true, has_daily: true, has_weekly_and_monthly: true, supported_resolutions: SHOWN },
  ...{ intraday_multipliers: MINUTES, daily_multipliers: ['1', '3'] },
  ...{ weekly_multipliers: ['1'], monthly_multipliers: ['1'], currency_code: quote },
  ...{ volume_precision: new D(lot).decimalPlaces(), data_status: 'streaming' },
});

function quoteOf(
  { source, venueName }: Where,
  { id, name }: Market,
  { last, open24, high24, low24, volume }: Ticker,
) {
  const change = new D(last).minus(open24);
  const percent = new D(open24).isZero() ? new D(0) : change.div(open24).times(100);
  const book = source.book(id);
  return {
    s: 'ok',
    n: id,
    v: {
      ...{ ch: toChartNumber(toText(change)), chp: percent.toDecimalPlaces(2).toNumber() },
      ...{ short_name: id, exchange: venueName, description: name, lp: toChartNumber(last) },
      ...{ bid: toChartNumber(book?.bids[0]?.[0] ?? last), ask: toChartNumber(book?.asks[0]?.[0] ?? last) },
      ...{ open_price: toChartNumber(open24), prev_close_price: toChartNumber(open24) },
      ...{
        high_price: toChartNumber(high24),
        low_price: toChartNumber(low24),
        volume: toChartNumber(volume),
      },
    },
  };
}

const failed = (errmsg: string) => ({ s: 'error', errmsg });
const wholeOf = (c: Context, name: string, usual: number): number => {
  const text = c.req.query(name) ?? '';
  return /^\d{1,12}$/.test(text) ? Number.parseInt(text, 10) : usual;
};

/** The market for anybody's chart library. */
export function createUdf(deps: UdfDeps): Hono {
  const { source, now, addressOf, usersPerAddress, limitFactor: factor = 1 } = deps;
  const rates = new CompatRates({ now, usersPerAddress, factor });
  const app = new Hono();
  app.use('*', async (c, next) => {
    rates.takeWeight(networkOf(addressOf(c)), c.req.path.endsWith('/history') ? 10 : 2, true);
    // Pages of other origins read it: all of it is public.
    c.header('access-control-allow-origin', '*');
    c.header('cache-control', 'no-store');
    await next();
  });
  app.get('/config', (c) => c.json(configOf(deps.venueName)));
  app.get('/time', (c) => c.text(`${Math.floor(source.now() / 1_000)}`));
  app.get('/symbols', (c) => {
    const market = marketOf(source, c.req.query('symbol'));
    return market ? c.json(symbolInfo(deps.venueName, market)) : c.json(failed('unknown_symbol'), 404);
  });
  app.get('/search', (c) => c.json(search(deps, c)));
  app.get('/quotes', (c) => c.json(quotes(deps, c)));
  app.get('/history', async (c) => {
    const market = marketOf(source, c.req.query('symbol'));
    const interval = Object.hasOwn(resolutions, c.req.query('resolution') ?? '')
      ? resolutions[c.req.query('resolution') ?? '']
      : undefined;
    if (!market) return c.json(failed('unknown_symbol'));
    if (!interval) return c.json(failed('unsupported resolution'));
    const to = Math.min(wholeOf(c, 'to', Number.MAX_SAFE_INTEGER), latest(source.now(), interval));
    const query = { from: wholeOf(c, 'from', 0), to, countback: wholeOf(c, 'countback', 0) };
    return c.json(await historyOf(source, { id: market.id, interval, ...query }));
  });
  app.all('*', (c) => c.json(failed('no such path'), 404));
  app.onError((error, c) => {
    if (!(error instanceof ApiError)) throw error;
    c.header('retry-after', `${error.retryAfterS ?? 1}`);
    return c.json(failed(error.message), error.status);
  });
  return app;
}

/** A market by its id, with or without the exchange before it. */
function marketOf(source: MarketSource, symbol = ''): Market | undefined {
  const id = symbol.replace(/^[^:]*:/, '');
  return source.markets().find((market) => market.id === id);
}

function search({ source, venueName }: Where, c: Context) {
  const text = (c.req.query('query') ?? '').toUpperCase().slice(0, 40);
  const type = c.req.query('type') ?? '';
  const most = Math.min(wholeOf(c, 'limit', 30), MOST_FOUND);
  return source
    .markets()
    .filter(
      ({ id, name, kind }) =>
        (type === '' || kind === type) &&
        (id.toUpperCase().includes(text) || name.toUpperCase().includes(text)),
    )
    .slice(0, most)
    .map(({ id, name, kind }) => ({
      ...{ symbol: id, full_name: `${venueName}:${id}`, description: name },
      ...{ exchange: venueName, ticker: id, type: kind },
    }));
}

function quotes(where: Where, c: Context) {
  const wanted = (c.req.query('symbols') ?? '').split(',').slice(0, MOST_QUOTES);
  const { source } = where;
  const tickers = new Map(source.tickers().map((ticker) => [ticker.id, ticker]));
  const d = wanted.map((symbol) => {
    const market = marketOf(source, symbol);
    const ticker = market && tickers.get(market.id);
    return market && ticker
      ? quoteOf(where, market, ticker)
      : { ...failed('unknown_symbol'), n: symbol, v: {} };
  });
  return { s: 'ok', d };
}
