import type { PlanRow } from '../../../domain/contract/index.ts';
import type { Dec, PlanTerms } from '../../../domain/index.ts';
import { planStatus, quotaLeft } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';

/** A plan as it is stored. */
export interface StoredPlan extends PlanTerms {
  readonly id: number;
  /** What running orders add up to. */
  readonly taken: Dec;
  readonly isOpen: boolean;
  readonly version: number;
  /** What the house has of the asset and has not promised. */
  readonly houseFree: Dec;
}

const PLANS = `select p.id, p.asset, storage_text(rate) as rate, days, storage_text(share) as share,
    storage_text(least) as least, storage_text(most) as most, storage_text(quota) as quota,
    storage_text(taken) as taken, is_open as "isOpen", p.version,
    storage_text(coalesce(a.posted - a.held, 0)) as "houseFree"
  from storage_plan p left join account a on a.owner_id is null and a.kind = 'house_storage' and a.asset = p.asset`;

/** All plans: open ones first, by asset and length. */
export function plansOf(db: Queries): Promise<readonly StoredPlan[]> {
  return db.query<StoredPlan>(`${PLANS} order by not is_open, p.asset = 'USDT' desc, p.asset, days, p.id`);
}

/** Some of them by number; nobody else may change them when they were taken before. */
export function plansByIds(db: Queries, ids: readonly number[]): Promise<readonly StoredPlan[]> {
  return db.query<StoredPlan>(`${PLANS} where p.id = any ($1::bigint[]) order by p.id`, [ids]);
}

/** Takes a plan until the end of the transaction; undefined when there is none of this number. */
export async function takePlan(tx: Queries, id: number): Promise<StoredPlan | undefined> {
  await tx.query('select 1 from storage_plan where id = $1 for no key update', [id]);
  const [plan] = await plansByIds(tx, [id]);
  return plan;
}

/** As users see it. */
export function planRow({ id, taken, houseFree, isOpen, version, ...terms }: StoredPlan): PlanRow {
  const left = quotaLeft(terms, taken, houseFree);
  const { asset, rate, days, share, least, most, quota } = terms;
  const status = planStatus({ ...terms, isOpen, left });
  return { id, asset, rate, days, share, least, most, quota, left, status, version };
}
