import type { FuturesState } from '../../domain/contract/index.ts';
import type { Queries } from '../db/database.ts';

/** What stands of a person on perpetuals. */
export async function stateOf(_db: Queries, _userId: number): Promise<FuturesState> {
  return {
    positions: [],
    orders: [],
    terms: [],
    absence: { seconds: 0, action: 'cancelAll', state: 'off', since: 0, version: 0 },
  };
}
