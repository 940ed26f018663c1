import { isCommodityOpen } from '../../../domain/index.ts';
import type { Future } from './future.ts';
import { tradingStep } from './hours.ts';
import { remembered } from './keptDays.ts';
import type { Path } from './path.ts';
import { followingPath, ownPath } from './path.ts';
import type { MarketPlan } from './plan.ts';
import { keyOf } from './random.ts';

interface Commodity {
  readonly ticker: string;
  /** Dollars. */
  readonly price: number;
  readonly iconId: number;
  readonly tickDecimals: number;
  /** Base standard deviation of a minute's return of the own part. */
  readonly deviation: number;
  /** Which other one it goes with, and how strongly. */
  readonly leader?: readonly [ticker: string, beta: number];
}

/** Metals, energy and indices. Silver goes with gold at a correlation of .75, Brent with WTI at .95. */
const COMMODITIES: readonly Commodity[] = [
  { ticker: 'XAU', price: 2431.7, iconId: 1001, tickDecimals: 2, deviation: 0.00019 },
  { ticker: 'XAG', price: 28.4, iconId: 1002, tickDecimals: 3, deviation: 0.00025, leader: ['XAU', 1.5] },
  { ticker: 'WTI', price: 76.2, iconId: 1003, tickDecimals: 2, deviation: 0.00038 },
  { ticker: 'BRENT', price: 79.8, iconId: 1004, tickDecimals: 2, deviation: 0.00011, leader: ['WTI', 0.92] },
  { ticker: 'NATGAS', price: 2.31, iconId: 1005, tickDecimals: 4, deviation: 0.0005 },
  { ticker: 'US500', price: 5320, iconId: 2001, tickDecimals: 1, deviation: 0.00014 },
  {
    ticker: 'DE40',
    price: 17_640,
    iconId: 2002,
    tickDecimals: 1,
    deviation: 0.00012,
    leader: ['US500', 0.7],
  },
];
/** How many there are. */
export const COMMODITY_COUNT = COMMODITIES.length;
const REMEMBERED_DAYS = 4;
const SPREAD = 0.0002;

/** The futures on commodities and indices, which have hours. @param key of all of them. */
export function commodityPlans(
  key: number,
  volatility: (day: number) => Float64Array,
  listedAt: number,
  future?: Future,
): MarketPlan[] {
  const made = new Map<string, { readonly path: Path; readonly deviation: number }>();
  return COMMODITIES.map(({ ticker, price, iconId, tickDecimals, deviation, leader }, i) => {
    const own = ownPath({
      key: keyOf(key, i),
      minuteDeviation: deviation,
      volatility,
      isOpen: isCommodityOpen,
      walkStep: tradingStep,
      future,
    });
    const [leading, beta] = leader ?? ['', 0];
    const lead = made.get(leading);
    const path = remembered(lead ? followingPath(lead.path, beta, 0, own) : own, REMEMBERED_DAYS);
    const together = Math.hypot(deviation, beta * (lead?.deviation ?? 0));
    made.set(ticker, { path, deviation: together });
    return {
      id: `${ticker}-USD`,
      base: ticker,
      quote: 'USD',
      iconId,
      kind: 'futures',
      asset: 'commodity',
      price,
      rank: 8 + 4 * i,
      dollarsPerQuote: 1,
      minuteDeviation: together,
      path,
      tickDecimals,
      spread: SPREAD,
      isOpen: isCommodityOpen,
      cycle: true,
      listedAt,
    };
  });
}
