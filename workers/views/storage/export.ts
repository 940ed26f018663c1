import type { PayoutRow, StorageRow } from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import type { StorageExport } from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import { exported, PAGE } from '../../session/export.ts';
import { ordersRequest } from './orders.ts';
import { payoutsRequest } from './payouts.ts';

const ORDERS =
  'id,opened (UTC),plan,asset,amount,daily rate,days,state,first day (UTC),end (UTC),ended (UTC),days paid,earned,promised,early cost,returned,auto-renew,renewed from,renewed by,not renewed';
const PAYOUTS = 'id,due (UTC),booked (UTC),order,day,asset,amount';

/** Orders of a filter, or payouts, as CSV, at full precision, newest first. */
export function exportStorage(call: Caller, what: StorageExport): Promise<Result<string>> {
  const part = (before: number | null) => ({ limit: PAGE, ...(before === null ? {} : { before }) });
  if (what.of === 'payouts')
    return exported<PayoutRow, number>(PAYOUTS, payoutLine, (before) =>
      call('storage.payouts', { ...payoutsRequest(what), ...part(before) }),
    );
  return exported<StorageRow, number>(ORDERS, orderLine, (before) =>
    call('storage.list', { ...ordersRequest(what), ...part(before) }),
  );
}

const utc = (at: number): string => new Date(at).toISOString();

function payoutLine({ id, dueAt, at, order, day, asset, amount }: PayoutRow): string {
  return [id, utc(dueAt), utc(at), order, day, asset, amount].join(',');
}

function orderLine(row: StorageRow): string {
  return [
    row.id,
    utc(row.openedAt),
    row.plan,
    row.asset,
    row.amount,
    row.rate,
    row.days,
    row.state,
    utc(row.startsAt),
    utc(row.endsAt),
    row.endedAt === null ? '' : utc(row.endedAt),
    row.paidDays,
    row.earned,
    row.promised,
    row.cost,
    row.returned ?? '',
    row.autoRenew,
    row.renewedFrom ?? '',
    row.renewedBy ?? '',
    row.notRenewed ?? '',
  ].join(',');
}
