import type { Market } from '../../../domain/index.ts';
import type { Coin } from './coins.ts';
import { coins } from './coins.ts';
import type { Shape } from './minute.ts';
import type { Path } from './path.ts';
import { followingPath, ownPath, perpetualPath, quotientPath, remembered, sharedVolatility } from './path.ts';
import { keyOf, uniform } from './random.ts';

/** A market with all that makes its prices. */
export interface SimulatedMarket {
  readonly market: Market;
  readonly shape: Shape;
  readonly path: Path;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
  /** Whether the market has hours. */
  readonly hasHours: boolean;
}

const FIRST_DAY_MS = Date.UTC(2020, 0, 1);
const DAY_MS = 86_400_000;
const BTC_MINUTE_DEVIATION = 0.00042;
const BTC_DAY_VOLUME = 1_537e6;
/** Part of all markets that are perpetuals, and that are quoted in BTC or ETH. */
const PERPETUAL_SHARE = 0.13;
const QUOTED_SHARE = 0.05;
const REMEMBERED_DAYS = 4;

/** Commodities and indices: ticker, name's quote, price, picture, tick decimals, minute deviation, leader, beta. */
const COMMODITIES = [
  ['XAU', 2431.7, 1001, 2, 0.00017, null, 0],
  ['XAG', 28.4, 1002, 3, 0.00023, 'XAU', 1.5],
  ['WTI', 76.2, 1003, 2, 0.00034, null, 0],
  ['BRENT', 79.8, 1004, 2, 0.0001, 'WTI', 0.92],
  ['NATGAS', 2.31, 1005, 4, 0.0005, null, 0],
  ['US500', 5320, 2001, 1, 0.00014, null, 0],
  ['DE40', 17_640, 2002, 1, 0.00012, 'US500', 0.7],
] as const;

const decimal = (places: number): string => (places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`);
const log10 = (value: number): number => Math.floor(Math.log10(value));

/**
 * Decimals of tick and lot by price: the tick is some hundred-thousandths of the price, at least 1e-8; BTC and
 * ETH are finer. @see the measured exchangeInfo, "Tick and lot"
 */
function steps(ticker: string, price: number): { tickDecimals: number; lotDecimals: number } {
  const tickDecimals = ticker === 'BTC' || ticker === 'ETH' ? 2 : Math.max(0, Math.min(8, 4 - log10(price)));
  return { tickDecimals, lotDecimals: Math.max(0, Math.min(5, log10(price) + 1)) };
}

/** Day's volume in dollars by rank. */
const dayVolume = (rank: number): number =>
  BTC_DAY_VOLUME * rank ** -0.9 * (rank > 100 ? (rank / 100) ** -0.9 : 1);
/** Orders that take, a minute, by rank. */
const minuteOrders = (rank: number): number => 190 * rank ** -0.65 * (rank > 100 ? (rank / 100) ** -0.8 : 1);

interface MarketPlan {
  readonly id: string;
  readonly base: string;
  readonly quote: string;
  readonly iconId: number | null;
  readonly kind: Market['kind'];
  readonly asset: Market['asset'];
  /** In quote units. */
  readonly price: number;
  readonly rank: number;
  readonly dollarsPerQuote: number;
  readonly minuteDeviation: number;
  readonly path: Path;
  readonly tickDecimals?: number;
  readonly isOpen?: Shape['isOpen'];
  readonly cycle: boolean;
  readonly listedAt: number;
}

function assemble(seedKey: number, plan: MarketPlan): SimulatedMarket {
  const own = steps(plan.quote === 'USDT' ? plan.base : '', plan.price);
  const tickDecimals = plan.tickDecimals ?? own.tickDecimals;
  const { lotDecimals } = own;
  const lot = 10 ** -lotDecimals;
  const minuteQuote = dayVolume(plan.rank) / 1440 / plan.dollarsPerQuote;
  const spreadBps = plan.rank < 4 ? 0.01 : Math.min(4, 0.4 + plan.rank / 200);
  const anchorTicks = plan.price * 10 ** tickDecimals;
  const market: Market = {
    id: plan.id,
    name: `${plan.base}/${plan.quote}`,
    kind: plan.kind,
    asset: plan.asset,
    base: plan.base,
    quote: plan.quote,
    iconId: plan.iconId,
    tick: decimal(tickDecimals),
    lot: decimal(lotDecimals),
    minQuantity: decimal(lotDecimals),
    minTotal: plan.quote === 'BTC' ? '0.0001' : plan.quote === 'ETH' ? '0.001' : '5',
    status: 'open',
    cycle: plan.cycle,
    listedAt: plan.listedAt,
    origin: 'simulated',
  };
  const shape: Shape = {
    key: keyOf(seedKey, hashText(plan.id)),
    anchorTicks,
    minuteLots: Math.max(1, minuteQuote / plan.price / lot),
    minuteOrders: minuteOrders(plan.rank),
    minuteDeviation: plan.minuteDeviation,
    spreadTicks: Math.max(1, Math.round((anchorTicks * spreadBps) / 10_000)),
    ...(plan.isOpen ? { isOpen: plan.isOpen } : {}),
  };
  return { market, shape, path: plan.path, tickDecimals, lotDecimals, hasHours: plan.isOpen !== undefined };
}

function hashText(text: string): number {
  let h = 7;
  for (let i = 0; i < text.length; i++) h = (Math.imul(h, 31) + text.charCodeAt(i)) | 0;
  return h;
}

/** Day of the week, Monday 0, of a day since 1970 (a Thursday). */
const weekday = (day: number): number => (day + 3) % 7;

/**
 * Hours of commodities and indices in UTC: from Sunday 23:00 to Friday 22:00, with a break from 22:00 to 23:00.
 * The exchanges' own hours follow New York's summer time; this calendar stays the same all year.
 */
export function isCommodityOpen(day: number, minute: number): boolean {
  const hour = Math.floor(minute / 60);
  const of = weekday(day);
  if (of === 5) return false;
  if (of === 6) return hour === 23;
  if (of === 4) return hour < 22;
  return hour !== 22;
}

/** The long walk of a market with hours stands still on Saturday and Sunday. */
const tradingStep = (day: number): number => Math.floor((day + 3) / 7) * 5 + Math.min(weekday(day), 5);

/** Every market of the simulated exchange, by traded volume within its kind. */
export function catalogue(seed: number, count: number): readonly SimulatedMarket[] {
  const key = keyOf(seed, 0x71de);
  const volatility = sharedVolatility(keyOf(key, 1), REMEMBERED_DAYS);
  const perpetuals = Math.floor(count * PERPETUAL_SHARE);
  const quoted = Math.floor(count * QUOTED_SHARE);
  const list = coins(keyOf(key, 2), Math.max(2, count - perpetuals - quoted - COMMODITIES.length));
  const paths = coinPaths(key, list, volatility);
  const spot = list.map((coin, i) => spotPlan(coin, i, paths[i] ?? paths[0]));
  const plans = [
    ...spot,
    ...list.slice(1, 1 + quoted).map((coin, i) => quotedPlan(coin, i, spot, i % 3 === 2 ? 1 : 0)),
    ...spot.slice(0, perpetuals).map((plan) => perpetualPlan(key, plan)),
    ...commodityPlans(key, volatility),
  ];
  return plans
    .filter((plan) => plan !== undefined)
    .slice(0, count)
    .map((plan) => assemble(key, plan));
}

function coinPaths(
  key: number,
  list: readonly Coin[],
  volatility: (day: number) => Float64Array,
): readonly Path[] {
  const bitcoin = remembered(
    ownPath({ key: keyOf(key, 3), minuteDeviation: BTC_MINUTE_DEVIATION, volatility }),
    REMEMBERED_DAYS,
  );
  return list.map((coin, i) => {
    if (i === 0) return bitcoin;
    const own = keyOf(keyOf(key, 4), hashText(coin.ticker));
    const { beta, deviation } = coinMoves(own, i + 1);
    const delay = (1 + 2 * uniform(own, 3)) / 60;
    const path = followingPath(
      bitcoin,
      beta,
      delay,
      ownPath({ key: own, minuteDeviation: deviation, volatility }),
    );
    return i < 300 ? remembered(path, 2) : path;
  });
}

/** How a coin goes with BTC: the large ones closely, the small ones loosely and wildly. */
function coinMoves(key: number, rank: number): { beta: number; deviation: number } {
  const beta = rank === 2 ? 1.1 : 0.9 + 0.6 * uniform(key, 1);
  const correlation =
    rank === 2 ? 0.86 : Math.max(0.35, 0.78 - 0.05 * Math.log(rank)) - 0.08 * uniform(key, 2);
  return { beta, deviation: beta * BTC_MINUTE_DEVIATION * Math.sqrt(1 / correlation ** 2 - 1) };
}

function spotPlan(coin: Coin, i: number, path: Path | undefined): MarketPlan | undefined {
  if (!path) return undefined;
  const age = i < 16 ? 0 : Math.floor(uniform(keyOf(5, hashText(coin.ticker)), 0) * 1_900);
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
    minuteDeviation: i === 0 ? BTC_MINUTE_DEVIATION : 2 * BTC_MINUTE_DEVIATION,
    path,
    cycle: i < 12,
    listedAt: FIRST_DAY_MS + age * DAY_MS,
  };
}

/** A pair quoted in BTC (`against` 0) or ETH (1): the quotient of two dollar pairs, a twentieth as busy. */
function quotedPlan(
  coin: Coin,
  i: number,
  spot: readonly (MarketPlan | undefined)[],
  against: 0 | 1,
): MarketPlan | undefined {
  const base = spot[i + 1];
  const quote = spot[against];
  if (!base || !quote || base === quote) return undefined;
  return {
    ...base,
    id: `${coin.ticker}-${quote.base}`,
    quote: quote.base,
    price: base.price / quote.price,
    rank: 20 * base.rank,
    dollarsPerQuote: quote.price,
    path: quotientPath(base.path, quote.path),
    cycle: false,
  };
}

function perpetualPlan(key: number, plan: MarketPlan | undefined): MarketPlan | undefined {
  if (!plan) return undefined;
  return {
    ...plan,
    id: `${plan.base}-USDT-PERP`,
    kind: 'perpetual',
    rank: Math.max(1, plan.rank * 0.8),
    path: perpetualPath(plan.path, keyOf(keyOf(key, 6), hashText(plan.base))),
    cycle: false,
  };
}

function commodityPlans(key: number, volatility: (day: number) => Float64Array): MarketPlan[] {
  const paths = new Map<string, Path>();
  return COMMODITIES.map(([ticker, price, iconId, tickDecimals, minuteDeviation, leader, beta], i) => {
    const own = ownPath({
      key: keyOf(keyOf(key, 7), i),
      minuteDeviation,
      volatility,
      isOpen: isCommodityOpen,
      walkStep: tradingStep,
    });
    const lead = leader === null ? undefined : paths.get(leader);
    const path = remembered(lead ? followingPath(lead, beta, 0, own) : own, REMEMBERED_DAYS);
    paths.set(ticker, path);
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
      minuteDeviation: lead ? 2 * minuteDeviation : minuteDeviation,
      path,
      tickDecimals,
      isOpen: isCommodityOpen,
      cycle: true,
      listedAt: FIRST_DAY_MS,
    };
  });
}
