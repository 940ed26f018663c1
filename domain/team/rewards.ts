import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { TeamLevel } from './codes.ts';

/** What an inviter gets of a member's trading fees, fractions. @see product decisions "team reward" */
export const TEAM_RATES: Readonly<Record<TeamLevel, Dec>> = { direct: '0.2', second: '0.05' };

/**
 * Reward for the fees that one member has paid in one asset on one day, rounded down to 8 places: what a user gets
 * rounds down, so that both levels together are never more than a quarter of what was taken. Nothing for no fee, and
 * for a day on which the member was given more than was taken.
 * @param fee paid, signed, in the asset.
 */
export function teamReward(fee: Dec, level: TeamLevel): Dec {
  if (new D(fee).lte(0)) return '0';
  return toText(new D(fee).times(TEAM_RATES[level]).toDecimalPlaces(8, D.ROUND_DOWN));
}
