import type { Dec } from '../decimal.ts';
import type { Market } from '../market/market.ts';
import type { TierStep } from './tiers.ts';

/** What a market's limits depend on: the largest two coins, well traded ones, all others, and commodities. */
export type RiskClass = 'major' | 'large' | 'other' | 'commodity';

const MAJOR: readonly string[] = ['BTC', 'ETH'];
const LARGE: readonly string[] = [
  'SOL',
  'XRP',
  'BNB',
  'DOGE',
  'ADA',
  'AVAX',
  'LINK',
  'TRX',
  'DOT',
  'LTC',
  'BCH',
  'UNI',
];

/** The class of a market, by its asset class and base. */
export function riskClassOf({ asset, base }: Pick<Market, 'asset' | 'base'>): RiskClass {
  if (asset === 'commodity') return 'commodity';
  if (MAJOR.includes(base)) return 'major';
  return LARGE.includes(base) ? 'large' : 'other';
}

/** Cap of the value, rate, most leverage. */
type Line = readonly [cap: Dec, rate: Dec, maxLeverage: number];

const LINES: Readonly<Record<RiskClass, readonly Line[]>> = {
  major: [
    ['100000', '0.004', 125],
    ['1000000', '0.005', 100],
    ['5000000', '0.01', 50],
    ['20000000', '0.02', 25],
    ['50000000', '0.05', 10],
    ['100000000', '0.1', 5],
    ['200000000', '0.125', 4],
    ['400000000', '0.25', 2],
    ['800000000', '0.5', 1],
  ],
  large: [
    ['25000', '0.006', 75],
    ['250000', '0.01', 50],
    ['1000000', '0.02', 25],
    ['3000000', '0.05', 10],
    ['8000000', '0.1', 5],
    ['15000000', '0.125', 4],
    ['30000000', '0.25', 2],
    ['60000000', '0.5', 1],
  ],
  other: [
    ['10000', '0.01', 50],
    ['50000', '0.02', 25],
    ['200000', '0.05', 10],
    ['500000', '0.1', 5],
    ['1000000', '0.125', 4],
    ['2000000', '0.25', 2],
    ['5000000', '0.5', 1],
  ],
  commodity: [
    ['100000', '0.005', 100],
    ['1000000', '0.01', 50],
    ['5000000', '0.02', 25],
    ['20000000', '0.05', 10],
    ['50000000', '0.1', 5],
    ['100000000', '0.25', 2],
    ['200000000', '0.5', 1],
  ],
};

/**
 * The steps of a class, in quote units of position value. In each, rate and closing fee together stay below
 * 1 / leverage: nobody is liquidated by opening. [ours, of the size that large venues publish]
 */
export function tierSteps(risk: RiskClass): readonly TierStep[] {
  return LINES[risk].map(([cap, rate, maxLeverage], i, lines) => ({
    floor: lines[i - 1]?.[0] ?? '0',
    cap,
    rate,
    maxLeverage,
  }));
}
