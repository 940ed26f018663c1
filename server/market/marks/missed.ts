import type { Candle, Dec, Market } from '../../../domain/index.ts';
import { D, HOUR_MS, isSessionOpen, markPrice, premiumOf, toText } from '../../../domain/index.ts';
import type { MarketSource } from '../source.ts';

/** What a settlement rests on that was missed; undefined where nothing was traded then. */
export interface Missed {
  /** Sum of the premiums of its minutes, and how many there were. */
  readonly total: D;
  readonly count: number;
  readonly mark: Dec;
  readonly index: Dec;
}

/** Whether a market's hours make it open at the end of a funding interval. */
export const wasOpen = ({ asset }: Pick<Market, 'asset'>, at: number): boolean =>
  isSessionOpen(asset, at - 1);

/**
 * Premiums and mark of a funding interval during which the exchange was down, from the source's own minutes: premiums
 * of their closes over those of the index, and the closes of the last minute for index and mark.
 * @param at its end, ms UTC. @param spot the market that its index is of; without one the market is its own index.
 */
export async function missedInterval(
  source: MarketSource,
  market: Market,
  spot: string | undefined,
  at: number,
  hours: number,
): Promise<Missed | undefined> {
  const minutes = async (id: string): Promise<readonly Candle[]> => {
    const { candles } = await source.candles({ id, interval: '1m', before: at, limit: hours * 60 });
    return candles.filter((candle) => candle.at >= at - hours * HOUR_MS);
  };
  const own = await minutes(market.id);
  const indices = new Map(
    (spot === undefined ? own : await minutes(spot)).map((each) => [each.at, each.close]),
  );
  let total = new D(0);
  let count = 0;
  let last: { readonly price: Dec; readonly index: Dec } | undefined;
  for (const { at: minute, close } of own) {
    const index = indices.get(minute);
    if (index === undefined) continue;
    total = total.plus(premiumOf(close, index));
    count += 1;
    last = { price: close, index };
  }
  if (!last) return undefined;
  const basis = toText(new D(last.price).minus(last.index));
  return { total, count, index: last.index, mark: markPrice(last.index, basis, market.tick) };
}
