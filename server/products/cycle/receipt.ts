import type { CycleRow } from '../../../domain/contract/index.ts';
import type { CycleReceipt, Dec, IndexRun } from '../../../domain/index.ts';
import { RECEIPT_FORMAT, RuleError, ruleOf, windowMs } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import { plain } from '../../books/ledger/ledger.ts';
import { contractOf } from './contracts.ts';
import { boundsOf, linkBefore, ticksBetween } from './ticks.ts';

/** Ticks that a receipt holds in one piece: an hour and some room. Longer ones leave out the middle. */
const WHOLE_TICKS = 4_000;
const NO_END = Number.MAX_SAFE_INTEGER;

/**
 * What settled a contract. @param userId only theirs. @param most ticks that may stand in one piece.
 * @throws {RuleError} `notFound`, `contractRunning`.
 */
export async function receiptOf(
  db: Queries,
  id: number,
  userId?: number,
  most = WHOLE_TICKS,
): Promise<CycleReceipt> {
  const row = await contractOf(db, id, userId);
  if (!row) throw new RuleError('notFound');
  const { outcome, payout, profit, settledAt } = row;
  if (outcome === null || payout === null || profit === null || settledAt === null)
    throw new RuleError('contractRunning');
  const { volatility } = singleRow(
    await db.query<{ volatility: Dec }>('select volatility::text from cycle_contract where id = $1', [id]),
  );
  return {
    format: RECEIPT_FORMAT,
    contract: {
      id,
      asset: row.asset,
      direction: row.direction,
      cycle: row.cycle,
      stake: row.amount,
      fee: row.fee,
      rate: row.rate,
      volatility: plain(volatility),
      acceptedAt: row.acceptedAt,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
    },
    rule: ruleOf(row.cycle),
    runs: await runsOf(db, row, most),
    result: {
      outcome,
      reason: row.reason,
      entry: row.entry,
      settlementPrice: row.settlementPrice,
      points: row.points ?? 0,
      payout,
      profit,
      settledAt,
      ...(row.sale ? { sale: row.sale } : {}),
    },
  };
}

/** From the tick before the start to the tick after the end, in one piece or in two. */
async function runsOf(
  db: Queries,
  { asset, cycle, startsAt, endsAt, sale }: CycleRow,
  most: number,
): Promise<IndexRun[]> {
  if (sale) return runsUntil(db, asset, startsAt, sale.tick.seq, most);
  const around = await boundsOf(db, asset, startsAt, endsAt);
  const first = around.last ?? 1;
  if ((around.next ?? NO_END) - first <= most) return runs(db, asset, [[first, around.next ?? NO_END]]);
  const entry = await boundsOf(db, asset, startsAt, startsAt);
  const window = await boundsOf(db, asset, endsAt - windowMs(cycle), endsAt);
  const begin = entry.next ?? first;
  const end = window.last ?? first;
  if (end <= begin) return runs(db, asset, [[first, around.next ?? NO_END]]);
  return runs(db, asset, [
    [first, begin],
    [end, window.next ?? NO_END],
  ]);
}

/** From the tick before the start to the tick of a sale, and always the one before that. */
async function runsUntil(
  db: Queries,
  asset: string,
  startsAt: number,
  end: number,
  most: number,
): Promise<IndexRun[]> {
  const around = await boundsOf(db, asset, startsAt, startsAt);
  const first = around.last ?? 1;
  const entry = around.next ?? first;
  if (end - first <= most || end - 1 <= entry) return runs(db, asset, [[first, end]]);
  return runs(db, asset, [
    [first, entry],
    [end - 1, end],
  ]);
}

async function runs(
  db: Queries,
  asset: string,
  bounds: readonly (readonly [first: number, last: number])[],
): Promise<IndexRun[]> {
  const found: IndexRun[] = [];
  for (const [first, last] of bounds) {
    const ticks = await ticksBetween(db, asset, first, last);
    if (ticks.length > 0) found.push({ before: await linkBefore(db, asset, first), ticks });
  }
  return found;
}
