import type { PayoutRow, StorageRow } from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import type { StorageExport } from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import type { Columns } from '../../session/export.ts';
import { exported, utc } from '../../session/export.ts';
import { ordersRequest } from './orders.ts';
import { payoutsRequest } from './payouts.ts';

const ORDERS: Columns<StorageRow> = {
  id: 'id',
  'opened (UTC)': ({ openedAt }) => utc(openedAt),
  plan: 'plan',
  asset: 'asset',
  amount: 'amount',
  'daily rate': 'rate',
  days: 'days',
  state: 'state',
  'first day (UTC)': ({ startsAt }) => utc(startsAt),
  'end (UTC)': ({ endsAt }) => utc(endsAt),
  'ended (UTC)': ({ endedAt }) => utc(endedAt),
  'days paid': 'paidDays',
  earned: 'earned',
  promised: 'promised',
  'early cost': 'cost',
  returned: 'returned',
  'auto-renew': 'autoRenew',
  'renewed from': 'renewedFrom',
  'renewed by': 'renewedBy',
  'not renewed': 'notRenewed',
};

const PAYOUTS: Columns<PayoutRow> = {
  id: 'id',
  'due (UTC)': ({ dueAt }) => utc(dueAt),
  'booked (UTC)': ({ at }) => utc(at),
  order: 'order',
  day: 'day',
  asset: 'asset',
  amount: 'amount',
};

/** Orders of a filter, or payouts, as CSV, at full precision, newest first. */
export const exportStorage = (call: Caller, what: StorageExport): Promise<Result<string>> =>
  what.of === 'payouts'
    ? exported<PayoutRow, number>(PAYOUTS, (part) =>
        call('storage.payouts', { ...payoutsRequest(what), ...part }),
      )
    : exported<StorageRow, number>(ORDERS, (part) =>
        call('storage.list', { ...ordersRequest(what), ...part }),
      );
