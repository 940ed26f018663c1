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
import type { Words } from '../session/words.ts';
import { FOCUS_STALE_MS } from '../streams/freshness.ts';
import { cachedFreshness } from './listView.ts';
import type { LiveView, ViewDeps } from './view.ts';
import { isSameFreshness, openChannel } from './view.ts';

/** One market's price, change and day. */
export class TickerViewer implements LiveView<TickerView> {
  readonly #deps: ViewDeps;
  readonly #leave: () => void;
  #view: TickerView;
  #version = -1;
  #listVersion = -1;
  #price: Dec | undefined;
  #direction: Direction = 0;
  #freshness: Freshness | undefined;

  constructor(view: TickerView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#leave = openChannel(deps, 'tick');
  }

  update(view: TickerView): void {
    if (view.id !== this.#view.id) {
      this.#price = undefined;
      this.#direction = 0;
    }
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#version = -1;
    this.#listVersion = -1;
    this.#freshness = undefined;
  }

  close(): void {
    this.#leave();
  }

  frame(): TickerFrame | undefined {
    const { rows, beats, words, isCached } = this.#deps;
    if (rows.listVersion === 0) return undefined;
    const row = rows.row(this.#view.id);
    const own = beats.of('tick', FOCUS_STALE_MS, words().age);
    const freshness = isCached() ? cachedFreshness(beats.serverNow() - rows.at, words().age) : own;
    const version = row ? rows.versionOf(row) : 0;
    const isSame = version === this.#version && rows.listVersion === this.#listVersion;
    if (isSame && isSameFreshness(this.#freshness, freshness)) return undefined;
    this.#version = version;
    this.#listVersion = rows.listVersion;
    this.#freshness = freshness;
    if (!row?.ticker) return { ...blank, ...(row ? { market: headOf(row.market, words()) } : {}), freshness };
    this.#follow(row.ticker.last);
    const { style } = words();
    const { ticker, market } = row;
    return {
      kind: 'ticker',
      market: headOf(market, words()),
      price: tradePriceText(ticker.last, market, style),
      percent: percentText(changePercent(ticker.last, ticker.open24), style),
      isUp: isUp(ticker),
      dollar: dollarText(rows.dollar(row), style, market),
      high: tradePriceText(ticker.high24, market, style),
      low: tradePriceText(ticker.low24, market, style),
      volume: volumeText(ticker.volume, style),
      rangePermille: rangePermille(ticker.last, ticker.low24, ticker.high24),
      direction: this.#direction,
      freshness,
    };
  }

  #follow(price: Dec): void {
    const difference = this.#price === undefined ? 0 : compareDec(price, this.#price);
    if (difference !== 0) this.#direction = difference > 0 ? 1 : -1;
    this.#price = price;
  }
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

function headOf(market: Market, words: Words): MarketHead {
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
  const head: MarketHead = {
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
  };
  return recordedAt === undefined ? head : { ...head, recordedOn: words.date(recordedAt) };
}
