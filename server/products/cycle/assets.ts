import type { CycleAsset } from '../../../domain/contract/index.ts';
import type { Market } from '../../../domain/index.ts';
import { cycles, endsInSession, sessionChange, stakeLimits, termOf } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { haltedOf } from './contracts.ts';
import { headsOf } from './ticks.ts';
import type { Venues } from './venues.ts';

/** What contracts are written on, as it stands. @param at ms UTC. */
export async function assetsOf(db: Queries, venues: Venues, at: number): Promise<CycleAsset[]> {
  const markets = venues.assets();
  const ids = markets.map(({ id }) => id);
  const prices = venues.prices(ids);
  const [heads, halted] = await Promise.all([headsOf(db, ids), haltedOf(db, ids)]);
  const statusOf = ({ id, status }: Market): CycleAsset['status'] => {
    if (status !== 'open') return 'closed';
    if (halted.has(id)) return 'halted';
    return prices.has(id) ? 'open' : 'stale';
  };
  return markets.map((market) => ({
    id: market.id,
    name: market.name,
    kind: market.asset,
    base: market.base,
    iconId: market.iconId,
    tick: market.tick,
    status: statusOf(market),
    changesAt: sessionChange(market.asset, at),
    cycles: cycles.filter((cycle) => endsInSession(market.asset, cycle, termOf(at, cycle).endsAt)),
    ...stakeLimits[market.asset],
    head: heads.get(market.id) ?? null,
  }));
}
