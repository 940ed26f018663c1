import { map, merge } from 'rxjs';
import type { Dec, Direction, Market } from '../../domain/index.ts';
import {
  changePercent,
  compareDec,
  D,
  dollarText,
  isUp,
  percentText,
  tradePriceText,
  volumeText,
} from '../../domain/index.ts';
import type { Freshness, MarketHead, TickerFrame, TickerView } from '../protocol.ts';
import { FOCUS_STALE_MS } from '../streams/age.ts';
import { cachedFreshness } from './listView.ts';
import type { Open, ViewDeps } from './view.ts';
import { ageKey, projected } from './view.ts';

/** One market's price, change and day. */
export const tickerView: Open<TickerView, TickerFrame> = (view$, deps) => {
  const moves = new Moves();
  return projected<TickerView, unknown, TickerFrame>({
    state: () => merge(deps.streams.prices$(view$.pipe(map(({ id }) => [id]))), deps.time$),
    key: ({ id }) => {
      const row = deps.rows.row(id);
      return [row ? deps.rows.versionOf(row) : 0, deps.rows.listVersion, ageKey(ageOf(id, deps))].join();
    },
    frame: (view) => frameOf(view, moves, deps),
  })(view$, deps);
};

/** Which way a price went since it was shown last. */
class Moves {
  #market: string | undefined;
  #price: Dec | undefined;
  #direction: Direction = 0;

  to(market: string, price: Dec): Direction {
    const before = market === this.#market ? this.#price : undefined;
    const difference = before === undefined ? 0 : compareDec(price, before);
    if (before === undefined) this.#direction = 0;
    if (difference !== 0) this.#direction = difference > 0 ? 1 : -1;
    this.#market = market;
    this.#price = price;
    return this.#direction;
  }
}

function ageOf(id: string, { ages, rows, words, isCached }: ViewDeps): Freshness {
  const { age } = words();
  return isCached() && !ages.isFollowed(`row:${id}`)
    ? cachedFreshness(ages.serverNow() - rows.at, age)
    : ages.ofPrices([id], FOCUS_STALE_MS, age);
}

function frameOf({ id }: TickerView, moves: Moves, deps: ViewDeps): TickerFrame | undefined {
  const { rows, words } = deps;
  if (rows.listVersion === 0) return undefined;
  const row = rows.row(id);
  const freshness = ageOf(id, deps);
  if (!row?.ticker) return { ...blank, ...(row ? { market: headOf(row.market, deps) } : {}), freshness };
  const { style } = words();
  const { ticker, market } = row;
  return {
    kind: 'ticker',
    market: headOf(market, deps),
    price: tradePriceText(ticker.last, market, style),
    percent: percentText(changePercent(ticker.last, ticker.open24), style),
    isUp: isUp(ticker),
    dollar: dollarText(rows.dollar(row), style, market),
    high: tradePriceText(ticker.high24, market, style),
    low: tradePriceText(ticker.low24, market, style),
    volume: volumeText(ticker.volume, style),
    rangePermille: rangePermille(ticker.last, ticker.low24, ticker.high24),
    direction: moves.to(id, ticker.last),
    freshness,
  };
}

const blank = {
  kind: 'ticker',
  price: '--',
  percent: '--',
  isUp: true,
  dollar: '--',
  high: '--',
  low: '--',
  volume: '--',
  rangePermille: 500,
  direction: 0,
} as const;

/** Where a price stands between low and high, 0 to 1000. */
function rangePermille(price: Dec, low: Dec, high: Dec): number {
  const range = new D(high).minus(low);
  if (range.lte(0)) return 500;
  const share = new D(price).minus(low).div(range).times(1_000);
  return Math.min(1_000, Math.max(0, share.round().toNumber()));
}

function headOf(market: Market, { rows, words }: ViewDeps): MarketHead {
  const {
    id,
    name,
    base,
    quote,
    kind,
    iconId,
    status,
    tick,
    lot,
    minQuantity,
    minTotal,
    origin,
    recordedAt,
  } = market;
  const notice = rows.notices.find((each) => each.market === id)?.words;
  return {
    ...{ id, name, base, quote, kind, iconId, status, tick, lot, minQuantity, minTotal, origin },
    ...(recordedAt === undefined ? {} : { recordedOn: words().date(recordedAt) }),
    ...(notice ? { notice } : {}),
  };
}
