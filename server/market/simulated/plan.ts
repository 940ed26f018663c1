import type { Market } from '../../../domain/index.ts';
import type { Future } from './future.ts';
import type { IsOpen } from './hours.ts';
import { dayDollars, minuteOrders, typicalSpread } from './liquidity.ts';
import type { Shape } from './minute.ts';
import type { Path } from './path.ts';
import { keyOfText } from './random.ts';
import { DAY_MINUTES } from './volatility.ts';

/** What a market is to be, before it is put into ticks and lots. */
export interface MarketPlan {
  readonly id: string;
  readonly base: string;
  readonly quote: string;
  readonly iconId: number | null;
  readonly kind: Market['kind'];
  readonly asset: Market['asset'];
  /** At level 0 of the path, in quote units. */
  readonly price: number;
  /** By traded volume among pairs against USDT; need not be whole. */
  readonly rank: number;
  readonly dollarsPerQuote: number;
  /** Base standard deviation of a minute's return, all parts together. */
  readonly minuteDeviation: number;
  readonly path: Path;
  /** Where the rule by price does not serve. */
  readonly tickDecimals?: number;
  /** Typical, as a fraction of the price, where the rank does not say it. */
  readonly spread?: number;
  readonly isOpen?: IsOpen;
  readonly cycle: boolean;
  /** ms UTC, at a day's start. */
  readonly listedAt: number;
}

/** A market with all that makes its prices. */
export interface SimulatedMarket {
  readonly market: Market;
  readonly shape: Shape;
  readonly path: Path;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

interface Steps {
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

/** Steps that are finer or coarser than the rule's, as on real exchanges. */
const OWN_STEPS: Readonly<Record<string, Steps>> = {
  'BTC-USDT': { tickDecimals: 2, lotDecimals: 5 },
  'ETH-USDT': { tickDecimals: 2, lotDecimals: 4 },
  'BTC-USDT-PERP': { tickDecimals: 1, lotDecimals: 3 },
  'ETH-USDT-PERP': { tickDecimals: 2, lotDecimals: 3 },
};
const LEAST_TOTAL: Readonly<Record<string, string>> = { BTC: '0.0001', ETH: '0.001' };

/**
 * Decimals of tick and lot by price: the tick is some hundred-thousandths of the price, at least 1e-8. Below
 * 1e-6 that would be a tenth of the price or more, and the tick is some thousandths of it.
 */
function stepsOf(id: string, price: number): Steps {
  const size = Math.floor(Math.log10(price));
  const tickDecimals = Math.max(0, Math.min(4 - size, Math.max(8, 2 - size)));
  return OWN_STEPS[id] ?? { tickDecimals, lotDecimals: Math.max(0, Math.min(5, size + 1)) };
}

const decimal = (places: number): string => (places === 0 ? '1' : `0.${'0'.repeat(places - 1)}1`);

/** The market of a plan. @param key of all markets. */
export function assemble(key: number, plan: MarketPlan, future?: Future): SimulatedMarket {
  const steps = stepsOf(plan.id, plan.price);
  const { lotDecimals } = steps;
  const tickDecimals = plan.tickDecimals ?? steps.tickDecimals;
  const anchorTicks = plan.price * 10 ** tickDecimals;
  const minuteQuote = dayDollars(plan.rank) / DAY_MINUTES / plan.dollarsPerQuote;
  const shape: Shape = {
    key: keyOfText(key, plan.id),
    anchorTicks,
    minuteLots: Math.max(1, (minuteQuote / plan.price) * 10 ** lotDecimals),
    minuteOrders: minuteOrders(plan.rank),
    minuteDeviation: plan.minuteDeviation,
    spreadTicks: Math.max(1, Math.round(anchorTicks * (plan.spread ?? typicalSpread(plan.rank)))),
    ...(plan.isOpen ? { isOpen: plan.isOpen } : {}),
    ...(future ? { future } : {}),
  };
  return {
    market: marketOf(plan, tickDecimals, lotDecimals),
    shape,
    path: plan.path,
    tickDecimals,
    lotDecimals,
  };
}

function marketOf(plan: MarketPlan, tickDecimals: number, lotDecimals: number): Market {
  return {
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
    minTotal: LEAST_TOTAL[plan.quote] ?? '5',
    status: 'open',
    cycle: plan.cycle,
    listedAt: plan.listedAt,
    origin: 'simulated',
  };
}
