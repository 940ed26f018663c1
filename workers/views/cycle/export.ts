import type { CycleRow } from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import type { CycleFilter } from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import { exported, PAGE } from '../../session/export.ts';
import { cyclesRequest } from './historyView.ts';

const HEAD =
  'id,bought (UTC),ends (UTC),asset,kind,direction,cycle,amount,rate,buy price,close price,points,outcome,payout,profit,fee';

/** Contracts of a filter as CSV, at full precision, newest first. */
export function exportCycles(call: Caller, filter: CycleFilter): Promise<Result<string>> {
  return exported<CycleRow, number>(HEAD, lineOf, (before) =>
    call('cycle.list', { ...cyclesRequest(filter), limit: PAGE, ...(before === null ? {} : { before }) }),
  );
}

function lineOf(row: CycleRow): string {
  return [
    row.id,
    new Date(row.acceptedAt).toISOString(),
    new Date(row.endsAt).toISOString(),
    row.asset,
    row.kind,
    row.direction,
    row.cycle,
    row.amount,
    row.rate,
    row.entry?.price ?? '',
    row.sale?.tick.price ?? row.settlementPrice ?? '',
    row.points ?? '',
    row.outcome ?? '',
    row.payout ?? '',
    row.profit ?? '',
    row.fee,
  ].join(',');
}
