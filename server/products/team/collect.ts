import type { Dec } from '../../../domain/index.ts';
import { D, isClose, SETTLEMENT_ASSET, toText } from '../../../domain/index.ts';
import type { CommandDeps } from '../../base/commands/command.ts';
import { run } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import { plain } from '../../books/ledger/ledger.ts';
import { knownUsers } from './known.ts';

/** Fills that one transaction reads: others get their turn between two. */
const BATCH = 5_000;

interface FeeRow {
  /** The last fill that was read. */
  readonly upto: number;
  readonly member: number;
  /** Who was on the other side; null for the house. */
  readonly other: number | null;
  readonly asset: string;
  readonly fee: Dec;
}

/** Where fees come from, by the function that reads them. */
const SOURCES = {
  spot: (tx: Queries, day: number, most: number) =>
    tx.query<Partial<FeeRow>>(
      'select upto, member, other, asset, fee::text from team_spot_fees(p_day => $1, p_most => $2)',
      [day, most],
    ),
  futures: (tx: Queries, day: number, most: number) =>
    tx.query<Partial<FeeRow>>(
      'select upto, member, other, asset, fee::text from team_futures_fees(p_day => $1, p_most => $2, p_asset => $3)',
      [day, most, SETTLEMENT_ASSET],
    ),
} as const;
type Source = keyof typeof SOURCES;

/** Adds up what each member has paid on a day in fees that count, from where it was left. */
export async function collectFees(deps: CommandDeps, day: number, batch = BATCH): Promise<void> {
  for (const source of ['spot', 'futures'] as const)
    while (await collectSome(deps, day, source, batch)) await deps.clock.pause();
}

/** @returns whether there was something to read. */
function collectSome(deps: CommandDeps, day: number, source: Source, batch: number): Promise<boolean> {
  return run(deps, async ({ tx }) => {
    const read = await SOURCES[source](tx, day, batch);
    const upto = read[0]?.upto;
    if (upto === undefined) return false;
    const fees = await countedFees(tx, read.filter(isFee));
    await tx.query('select team_collect(p_day => $1, p_fees => $2::jsonb, p_spot => $3, p_futures => $4)', [
      day,
      JSON.stringify(fees),
      source === 'spot' ? upto : null,
      source === 'futures' ? upto : null,
    ]);
    return true;
  });
}

/** The last row says only how far was read. */
const isFee = (row: Partial<FeeRow>): row is FeeRow => typeof row.member === 'number';

/** Sums by member and asset, without trades with users who are close. */
async function countedFees(
  tx: Queries,
  rows: readonly FeeRow[],
): Promise<{ readonly member: number; readonly asset: string; readonly fee: Dec }[]> {
  const between = rows.filter(({ other }) => other !== null);
  const known = await knownUsers(
    tx,
    between.flatMap(({ member, other }) => [member, other ?? member]),
  );
  const sums = new Map<string, { member: number; asset: string; fee: D }>();
  for (const { member, other, asset, fee } of rows) {
    if (other !== null && isClose(known(member), known(other))) continue;
    const key = `${member} ${asset}`;
    const sum = sums.get(key)?.fee ?? new D(0);
    sums.set(key, { member, asset, fee: sum.plus(fee) });
  }
  return [...sums.values()].map(({ member, asset, fee }) => ({ member, asset, fee: plain(toText(fee)) }));
}
