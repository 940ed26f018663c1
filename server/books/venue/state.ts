import type { Transaction } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';

/** What can be stopped: money that leaves, all of trading, or one market, as `market:BTC-USDT`. */
export type VenueScope = 'withdrawals' | 'trading' | `market:${string}`;
/** `paused` of withdrawals and of trading; a market has a status of its own. */
export type VenueState = 'open' | 'paused' | 'reduceOnly' | 'cancelOnly' | 'halted';

/** SQL that is true while money may leave. */
export const WITHDRAWALS_OPEN = "venue_state_of('withdrawals') = 'open'";

/** What holds of a scope. */
export async function venueStateOf(db: Queries, scope: VenueScope): Promise<VenueState> {
  return singleRow(
    await db.query<{ state: VenueState }>('select venue_state_of(p_scope => $1) as state', [scope]),
  ).state;
}

/** What becomes of a scope. */
export interface VenueChange {
  readonly state: VenueState;
  /** In words, for the list of operators. */
  readonly why: string;
  /** In words, for users; what else they read is said in their own language. */
  readonly words?: string;
}

/** Changes what holds of a scope. @returns false when it held already, with the same words. */
export async function changeVenueState(
  { tx, at }: Pick<Transaction, 'tx' | 'at'>,
  scope: VenueScope,
  { state, why, words = '' }: VenueChange,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into venue_state (at, scope, state, why, words)
     select $1::bigint, $2::text, $3::text, $4::text, $5::text
     where (select (coalesce(max(state), 'open'), coalesce(max(words), '')) from
       (select state, words from venue_state where scope = $2 order by id desc limit 1) newest) <> ($3, $5)
     returning id`,
    [at, scope, state, why, words],
  );
  return rows.length > 0;
}
