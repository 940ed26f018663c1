import type { Dec } from '../../domain/index.ts';
import { available } from '../../domain/index.ts';
import type { Funds } from '../streams/balances.ts';

/** What is free of an asset in the spot account; undefined while nobody's money is known. */
export function spotFree(funds: Pick<Funds, 'uid' | 'balances'>, asset: string): Dec | undefined {
  if (funds.uid === undefined) return undefined;
  const found = funds.balances.find((each) => each.account === 'spot' && each.asset === asset);
  return found ? available(found) : '0';
}
