import { DAY_MS } from '../../../domain/index.ts';
import type { Coin } from './coins.ts';
import { coins } from './coins.ts';
import { COMMODITY_COUNT, commodityPlans } from './commodities.ts';
import type { Future } from './future.ts';
import { passing, remembered, sharedVolatility } from './keptDays.ts';
import type { Path } from './path.ts';
import { followingPath, ownPath, perpetualPath, quotientPath } from './path.ts';
import type { MarketPlan, SimulatedMarket } from './plan.ts';
import { assemble } from './plan.ts';
import { keyOf, keyOfText, uniform } from './random.ts';

const FIRST_DAY_MS = Date.UTC(2020, 0, 1);
/** The coins of the first day; the others were listed in the five years and more that followed. */
const OLDEST_COINS = 16;
const LISTING_DAYS = 1_900;
const CYCLE_COINS = 12;
const BTC_MINUTE_DEVIATION = 0.00042;
/** Part of all markets that are perpetuals, and that are quoted in BTC or ETH. */
const PERPETUAL_SHARE = 0.13;
const QUOTED_SHARE = 0.05;
/** A pair quoted in a coin costs this much at least, 200 of the smallest ticks; cheaper coins have none. */
const LEAST_QUOTED_PRICE = 2e-6;
/** Such a pair is as busy as a dollar pair of this many times the rank. */
const QUOTED_RANK = 20;
/** Perpetuals are busier than their spot. */
const PERPETUAL_RANK = 0.8;
/** Days of BTC and of the shared volatility that are kept: every coin's day is made from them. */
const SHARED_DAYS = 16;
/** Coins whose newest days are kept: perpetuals and quoted pairs are made from them. */
const KEPT_COINS = 300;

/** Every market of the simulated exchange, by traded volume within its kind. */
export function catalogue(seed: number, count: number, future?: Future): readonly SimulatedMarket[] {
  const key = keyOf(seed, 0x71de);
  const volatility = sharedVolatility(keyOf(key, 1), SHARED_DAYS);
  const perpetuals = Math.floor(count * PERPETUAL_SHARE);
  const quoted = Math.floor(count * QUOTED_SHARE);
  const list = coins(keyOf(key, 2), Math.max(2, count - perpetuals - quoted - COMMODITY_COUNT));
  const spot = spotPlans(key, list, volatility, future);
  const plans = [
    ...spot,
    ...quotedPlans(spot).slice(0, quoted),
    ...spot.slice(0, perpetuals).map((plan) => perpetualPlan(key, plan, future)),
    ...commodityPlans(keyOf(key, 7), volatility, FIRST_DAY_MS, future),
  ];
  return plans.slice(0, count).map((plan) => assemble(key, plan, future));
}

function spotPlans(
  key: number,
  list: readonly Coin[],
  volatility: (day: number) => Float64Array,
  future: Future | undefined,
): readonly MarketPlan[] {
  const leader = ownPath({ key: keyOf(key, 3), minuteDeviation: BTC_MINUTE_DEVIATION, volatility, future });
  const bitcoin = remembered(leader, SHARED_DAYS);
  const followed = passing(leader, SHARED_DAYS);
  return list.map((coin, i) => {
    if (i === 0) return spotPlan(coin, i, bitcoin, BTC_MINUTE_DEVIATION);
    const own = keyOfText(keyOf(key, 4), coin.ticker);
    const { beta, deviation, delay } = coinMoves(own, i + 1);
    const part = ownPath({ key: own, minuteDeviation: deviation, volatility, future });
    const path = followingPath(followed, beta, delay, part);
    const together = Math.hypot(deviation, beta * BTC_MINUTE_DEVIATION);
    return spotPlan(coin, i, i < KEPT_COINS ? remembered(path, 2) : path, together);
  });
}

/**
 * How a coin goes with BTC: the large ones closely, the small ones loosely, wildly and one to three seconds late.
 * The deviation is that of its own part.
 */
function coinMoves(key: number, rank: number) {
  const isEther = rank === 2;
  const beta = isEther ? 1.1 : 0.9 + 0.6 * uniform(key, 1);
  const loosest = Math.max(0.35, 0.84 - 0.05 * Math.log(rank));
  const correlation = isEther ? 0.83 : loosest - 0.08 * uniform(key, 2);
  const deviation = beta * BTC_MINUTE_DEVIATION * Math.sqrt(1 / correlation ** 2 - 1);
  return { beta, deviation, delay: (1 + 2 * uniform(key, 3)) / 60 };
}

function spotPlan(coin: Coin, i: number, path: Path, minuteDeviation: number): MarketPlan {
  const age = i < OLDEST_COINS ? 0 : Math.floor(uniform(keyOfText(5, coin.ticker), 0) * LISTING_DAYS);
  return {
    id: `${coin.ticker}-USDT`,
    base: coin.ticker,
    quote: 'USDT',
    iconId: coin.iconId,
    kind: 'spot',
    asset: 'crypto',
    price: coin.price,
    rank: i + 1,
    dollarsPerQuote: 1,
    minuteDeviation,
    path,
    cycle: i < CYCLE_COINS,
    listedAt: FIRST_DAY_MS + age * DAY_MS,
  };
}

/** Pairs quoted in BTC, every third in ETH: quotients of dollar pairs, not processes of their own. */
function quotedPlans(spot: readonly MarketPlan[]): readonly MarketPlan[] {
  const [bitcoin, ether] = spot;
  if (!bitcoin || !ether) return [];
  return spot.slice(1, KEPT_COINS).flatMap((base, i) => {
    const quote = i % 3 === 2 ? ether : bitcoin;
    const price = base.price / quote.price;
    if (price < LEAST_QUOTED_PRICE) return [];
    return {
      ...base,
      id: `${base.base}-${quote.base}`,
      quote: quote.base,
      price,
      rank: QUOTED_RANK * base.rank,
      dollarsPerQuote: quote.price,
      path: quotientPath(base.path, quote.path),
      cycle: false,
    };
  });
}

function perpetualPlan(key: number, plan: MarketPlan, future: Future | undefined): MarketPlan {
  return {
    ...plan,
    id: `${plan.base}-USDT-PERP`,
    kind: 'perpetual',
    rank: Math.max(1, plan.rank * PERPETUAL_RANK),
    path: perpetualPath(plan.path, keyOfText(keyOf(key, 6), plan.base), future),
    cycle: false,
  };
}
