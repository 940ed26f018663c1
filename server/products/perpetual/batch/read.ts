import type { Dec } from '../../../../domain/index.ts';
import { SETTLEMENT_ASSET } from '../../../../domain/index.ts';
import type { KeyedCommand } from '../../../base/commands/command.ts';
import type { CommandsRead } from '../../../base/commands/known.ts';
import { readCommands } from '../../../base/commands/known.ts';
import type { Queries } from '../../../base/db/database.ts';
import { singleRow } from '../../../base/db/database.ts';
import type { Wallets } from './wallets.ts';

/** What a batch knows before it decides. Amounts are quote. */
export interface PerpetualRead extends CommandsRead {
  readonly wallets: readonly (readonly [user: number, posted: Dec, held: Dec])[];
  readonly insurance: Dec;
}

/**
 * Reads what commands need, and locks it until the transaction ends; where batches are appended to a log, the money is
 * the engine's own. @param ids users whose money may be touched.
 */
export async function readFor(
  tx: Queries,
  wallets: Wallets | undefined,
  ids: readonly number[],
  keys: readonly KeyedCommand[],
): Promise<PerpetualRead> {
  if (wallets) {
    const [read, money] = await Promise.all([readCommands(tx, wallets.log, keys), wallets.load(tx, ids)]);
    return { ...read, ...money };
  }
  const rows = await tx.query<{ read: PerpetualRead }>(
    'select futures_read(p_users => $1::bigint[], p_keys => $2::text[], p_asset => $3) as read',
    [
      [...ids, ...keys.map(({ userId }) => userId)],
      [...ids.map(() => ''), ...keys.map(({ key }) => key)],
      SETTLEMENT_ASSET,
    ],
  );
  return singleRow(rows).read;
}
