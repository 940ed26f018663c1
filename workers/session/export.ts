import type { OrderRow, RecordRow } from '../../domain/contract/index.ts';
import type { Result } from '../../domain/index.ts';
import type { Clock } from '../../feeds/index.ts';
import type { OrderHistoryView, RecordsFilter } from '../protocol.ts';
import { ordersRequest } from '../views/orderHistoryView.ts';
import type { Page } from '../views/pages.ts';
import { recordsRequest } from '../views/recordsView.ts';
import type { Caller } from './caller.ts';

/** Rows of one question. */
const PAGE = 500;
const MOST_PAGES = 400;

/**
 * The columns of a file, in order, by their titles: a field's name, or how it is read. What a row does not have is
 * empty. No field holds a user's own text, so that none can be taken for a formula.
 */
export type Columns<Row> = Readonly<Record<string, keyof Row | ((row: Row) => unknown)>>;

/** A moment in UTC. @param at ms UTC; null for one that has not come. */
export const utc = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());

const RECORDS: Columns<RecordRow> = {
  id: 'id',
  'time (UTC)': ({ at }) => utc(at),
  account: 'account',
  asset: 'asset',
  kind: 'kind',
  amount: 'amount',
  'balance after': 'balance',
};

/** Movements of a filter as CSV, at full precision, newest first. */
export const exportRecords = (call: Caller, filter: RecordsFilter): Promise<Result<string>> =>
  exported<RecordRow, string>(RECORDS, (part) =>
    call('account.records', { ...recordsRequest(filter), ...part }),
  );

const ORDERS: Columns<OrderRow> = {
  id: 'id',
  'time (UTC)': ({ createdAt }) => utc(createdAt),
  market: 'market',
  side: 'side',
  type: 'type',
  'time in force': ({ postOnly, tif }) => (postOnly ? 'post-only' : tif),
  status: 'status',
  price: 'price',
  'stop price': 'stopPrice',
  quantity: 'quantity',
  total: 'total',
  filled: 'filled',
  'filled total': 'filledTotal',
  fee: 'fee',
  'fee asset': 'feeAsset',
  'triggered (UTC)': ({ triggeredAt }) => utc(triggeredAt),
  'OCO with': 'partner',
  'why it ended': 'reason',
};

/** Orders of a filter as CSV, at full precision, newest first. */
export const exportOrders = (
  call: Caller,
  filter: Omit<OrderHistoryView, 'kind' | 'want'>,
): Promise<Result<string>> =>
  exported<OrderRow, number>(ORDERS, (part) => call('spot.orders', { ...ordersRequest(filter), ...part }));

/** So many requests of a file are sent as fast as they are answered, and each further one after this pause, ms. */
const FREE_REQUESTS = 40;
const PAUSE_MS = 100;
/** What a busy exchange has turned away is requested again after this time, ms, and so often. */
const BUSY_MS = 10_000;
const MOST_TRIES = 4;
const BUSY: readonly unknown[] = ['tooManyRequests', 'unavailable'];

/**
 * Requests of one file. A long one takes its time: it shares what the exchange allows its user with the orders that are
 * placed meanwhile, which would be refused, as would be the file itself.
 */
export function unhurried({ call, clock }: { readonly call: Caller; readonly clock: Clock }): Caller {
  let sent = 0;
  const rest = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));
  return async (name, request) => {
    for (let tries = 1; ; tries++) {
      sent += 1;
      if (sent > FREE_REQUESTS) await rest(PAUSE_MS);
      const result = await call(name, request);
      if (result.ok || !BUSY.includes(result.error.code) || tries === MOST_TRIES) return result;
      await rest(BUSY_MS);
    }
  };
}

/** The rows before one, or the newest. */
type Part<Next> = { readonly limit: number; readonly before?: Next };
type RequestPage<Row, Next> = (part: Part<Next>) => Promise<Result<Page<Row, Next>>>;

/**
 * Rows of all pages, newest first. @returns `exportTooLong` where there are more than one file may have: a file that
 * ends early looks as if it were whole, and a tax declaration would be made of it.
 */
export async function allRows<Row, Next>(page: RequestPage<Row, Next>): Promise<Result<readonly Row[]>> {
  const rows: Row[] = [];
  let part: Part<Next> = { limit: PAGE };
  for (let count = 0; count < MOST_PAGES; count++) {
    const result = await page(part);
    if (!result.ok) return result;
    rows.push(...result.data.rows);
    if (result.data.next === null) return { ok: true, data: rows };
    part = { limit: PAGE, before: result.data.next };
  }
  return { ok: false, error: { code: 'exportTooLong', message: '' } };
}

/** All pages as lines; they end as RFC 4180 says. */
export async function exported<Row, Next>(
  columns: Columns<Row>,
  page: RequestPage<Row, Next>,
): Promise<Result<string>> {
  const rows = await allRows(page);
  if (!rows.ok) return rows;
  const read = Object.values(columns);
  const lineOf = (row: Row): string =>
    read.map((field) => (typeof field === 'function' ? field(row) : row[field]) ?? '').join(',');
  const lines = [Object.keys(columns).join(','), ...rows.data.map(lineOf)];
  return { ok: true, data: `${lines.join('\r\n')}\r\n` };
}
