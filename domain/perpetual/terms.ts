import type { Market } from '../market/market.ts';
import type { OpeningTerms } from './position.ts';
import type { TierTable } from './tiers.ts';
import { tiersOf } from './tiers.ts';
import type { RiskClass } from './tierTables.ts';
import { riskClassOf, tierSteps } from './tierTables.ts';

/** What margin, P/L, fees and funding are in, whatever a market is quoted in: a dollar is taken for a USDT. [ours] */
export const SETTLEMENT_ASSET = 'USDT';
/** How a market is traded until its user chooses. [ours] */
export const defaultTerms: OpeningTerms = { mode: 'cross', leverage: 20 };
/** Most guards of one position, and most other live orders of a user in one market. [ours] */
export const MOST_GUARDS = 20;
/** Most live orders of a user in one perpetual market, guards not counted. [ours] */
export const MOST_FUTURES_ORDERS = 200;

const tables = /*#__PURE__*/ new Map<RiskClass, TierTable>();

/** The tiers of a market. The same object for markets of one class. */
export function tiersOfMarket(market: Pick<Market, 'asset' | 'base'>): TierTable {
  const risk = riskClassOf(market);
  const known = tables.get(risk);
  if (known) return known;
  const made = tiersOf(tierSteps(risk));
  tables.set(risk, made);
  return made;
}
