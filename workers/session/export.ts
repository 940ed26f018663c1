import type { OrderRow, RecordRow } from '../../domain/contract/index.ts';
import type { Result } from '../../domain/index.ts';
import type { OrderHistoryView, RecordsFilter } from '../protocol.ts';
import { ordersRequest } from '../views/orderHistoryView.ts';
import type { Page } from '../views/pages.ts';
import { recordsRequest } from '../views/recordsView.ts';
import type { Caller } from './caller.ts';

/** Rows of one question. */
export const PAGE = 500;
const MOST_PAGES = 400;

/** Movements of a filter as CSV, at full precision, newest first. */
export function exportRecords(call: Caller, filter: RecordsFilter): Promise<Result<string>> {
  const head = 'id,time (UTC),account,asset,kind,amount,balance after';
  return exported<RecordRow, string>(head, recordLine, (before) =>
    call('account.records', {
      ...recordsRequest(filter),
      limit: PAGE,
      ...(before === null ? {} : { before }),
    }),
  );
}

/** Orders of a filter as CSV, at full precision, newest first. */
export function exportOrders(
  call: Caller,
  filter: Omit<OrderHistoryView, 'kind' | 'want'>,
): Promise<Result<string>> {
  const head =
    'id,time (UTC),market,side,type,time in force,status,price,stop price,quantity,total,filled,filled total,fee,fee asset,triggered (UTC),OCO with,why it ended';
  return exported<OrderRow, number>(head, orderLine, (before) =>
    call('spot.orders', {
      ...ordersRequest(filter),
      limit: PAGE,
      ...(before === null ? {} : { before }),
    }),
  );
}

/** All pages as lines; they end as RFC 4180 says. */
export async function exported<Row, Next>(
  head: string,
  lineOf: (row: Row) => string,
  ask: (before: Next | null) => Promise<Result<Page<Row, Next>>>,
): Promise<Result<string>> {
  const lines = [head];
  let before: Next | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const result: Result<Page<Row, Next>> = await ask(before);
    if (!result.ok) return result;
    lines.push(...result.data.rows.map(lineOf));
    before = result.data.next;
    if (before === null) break;
  }
  return { ok: true, data: `${lines.join('\r\n')}\r\n` };
}

/** No field holds a person's own text, so that none can be taken for a formula. */
function recordLine({ id, at, account, asset, kind, amount, balance }: RecordRow): string {
  return [id, new Date(at).toISOString(), account, asset, kind, amount, balance].join(',');
}

function orderLine(order: OrderRow): string {
  return [
    order.id,
    new Date(order.createdAt).toISOString(),
    order.market,
    order.side,
    order.type,
    order.postOnly ? 'post-only' : order.tif,
    order.status,
    order.price ?? '',
    order.stopPrice ?? '',
    order.quantity ?? '',
    order.total ?? '',
    order.filled,
    order.filledTotal,
    order.fee,
    order.feeAsset,
    order.triggeredAt === null ? '' : new Date(order.triggeredAt).toISOString(),
    order.partner ?? '',
    order.reason ?? '',
  ].join(',');
}
