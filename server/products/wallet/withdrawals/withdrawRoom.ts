import type { Dec, WithdrawBounds, WithdrawRoute } from '../../../../domain/index.ts';
import {
  ASSET_SCALE,
  fiatDayMost,
  leftOf,
  levelMost,
  roomBounds,
  WITHDRAW_DAY_MOST,
  WITHDRAW_DAY_MS,
} from '../../../../domain/index.ts';
import type { Queries } from '../../../base/db/database.ts';
import { singleRow } from '../../../base/db/database.ts';
import { plain } from '../../../books/ledger/ledger.ts';
import { HELD_AFTER } from '../../../books/users/notices.ts';
import type { WithdrawDeps } from './withdrawDeps.ts';

/** What a user's withdrawals are bounded by, whatever they are of. */
export interface WithdrawRoom {
  readonly level: number;
  /** Until when withdrawals rest, and after what; undefined when they do not. */
  readonly held: { readonly until: number; readonly after: string } | undefined;
  /** USDT. */
  readonly levelMost: Dec;
  readonly day: { readonly most: Dec; readonly used: Dec; readonly left: Dec };
  /** BTC. */
  readonly fiatDay: { readonly most: Dec; readonly used: Dec; readonly left: Dec };
  readonly pending: number;
  readonly verifiedName: string | null;
}

interface Row {
  readonly level: number;
  readonly held_until: number | null;
  readonly after: string | null;
  readonly verified_name: string | null;
  readonly used: { readonly usdt: Dec; readonly btc: Dec; readonly pending: number };
}

/** @param isLocked whether nobody else may ask for a withdrawal of this user until the transaction ends. */
export async function roomOf(
  db: Queries,
  userId: number,
  at: number,
  isLocked = false,
): Promise<WithdrawRoom> {
  if (isLocked) await db.query('select 1 from app_user where id = $1 for no key update', [userId]);
  const row = singleRow(
    await db.query<Row>(
      `select level, held_until, verified_name, withdrawal_used(id, $2) as used,
         ${HELD_AFTER} as after
       from app_user where id = $1`,
      [userId, at - WITHDRAW_DAY_MS],
    ),
  );
  const { level, held_until: until, used } = row;
  const limit = (most: Dec, already: Dec) => ({ most, used: already, left: leftOf(most, already) });
  return {
    level,
    held: until !== null && until > at ? { until, after: row.after ?? '' } : undefined,
    levelMost: levelMost(level),
    day: limit(WITHDRAW_DAY_MOST, used.usdt),
    fiatDay: limit(fiatDayMost(level), used.btc),
    pending: used.pending,
    verifiedName: row.verified_name,
  };
}

/** What of an asset in the spot account can be used, and how much of that can leave. */
export async function fundsFor(
  { withdrawable }: Pick<WithdrawDeps, 'withdrawable'>,
  db: Queries,
  userId: number,
  asset: string,
): Promise<{ readonly available: Dec; readonly withdrawable: Dec }> {
  const [row] = await db.query<{ free: Dec }>(
    `select (posted - held)::text as free from account where owner_id = $1 and kind = 'spot' and asset = $2`,
    [userId, asset],
  );
  return { available: plain(row?.free ?? '0'), withdrawable: await withdrawable(db, userId, asset) };
}

/** All bounds of a withdrawal, in its currency. @param price USDT per unit. */
export function boundsOf(
  { levelMost: most, day }: WithdrawRoom,
  price: Dec,
  funds: { readonly available: Dec; readonly withdrawable: Dec },
  { fee, decimals }: Pick<WithdrawRoute, 'fee' | 'decimals'> = { fee: '0', decimals: ASSET_SCALE },
): WithdrawBounds {
  return { ...roomBounds(most, day.left, price, decimals), ...funds, fee, decimals };
}
