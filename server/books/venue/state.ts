import type { Transaction } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';

export type VenueScope = 'withdrawals';
export type VenueState = 'open' | 'paused';

/** SQL that is true while money may leave. */
export const WITHDRAWALS_OPEN = "venue_state_of('withdrawals') = 'open'";

/** What holds of a scope. */
export async function venueStateOf(db: Queries, scope: VenueScope): Promise<VenueState> {
  return singleRow(await db.query<{ state: VenueState }>('select venue_state_of($1) as state', [scope]))
    .state;
}

/** Changes what holds of a scope. @param why in words, for the list of operators. @returns false when it held already. */
export async function changeVenueState(
  { tx, at }: Pick<Transaction, 'tx' | 'at'>,
  scope: VenueScope,
  state: VenueState,
  why: string,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into venue_state (at, scope, state, why)
     select $1::bigint, $2::text, $3::text, $4::text where venue_state_of($2) <> $3 returning id`,
    [at, scope, state, why],
  );
  return rows.length > 0;
}
