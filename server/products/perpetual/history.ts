import type {
  AbsenceRow,
  FundingRow,
  FuturesFillRow,
  FuturesState,
  LiquidationRow,
  TermsRow,
} from '../../../domain/contract/index.ts';
import type { Dec } from '../../../domain/index.ts';
import { bookedCost, D, positionMargin, toText } from '../../../domain/index.ts';
import { allLive } from '../../base/allLive.ts';
import type { Queries } from '../../base/db/database.ts';
import { plain } from '../../books/ledger/ledger.ts';
import type { Answer, Request } from './batch/calls.ts';
import { ordersOf } from './batch/order.ts';
import { positionsOf } from './batch/position.ts';
import { notWatched } from './engine/absence.ts';

/** A user's present state on perpetuals. */
export async function stateOf(db: Queries, userId: number): Promise<FuturesState> {
  const positions = await allLive((live) => positionsOf(db, userId, live));
  const orders = await allLive((live) => ordersOf(db, userId, live));
  const terms = await db.query<TermsRow>(
    'select market, mode, leverage from futures_terms where user_id = $1 order by market',
    [userId],
  );
  const [absence = notWatched] = await db.query<AbsenceRow>(
    'select seconds, action, state, since, version from futures_absence where user_id = $1',
    [userId],
  );
  return { positions, orders, terms: [...terms], absence };
}

/** Margin of all open positions as displayed, USDT: each rounded up. */
export function marginOf({ positions }: FuturesState): Dec {
  const sum = positions.reduce((all, each) => all.plus(bookedCost(positionMargin(each))), new D(0));
  return toText(sum);
}

type Rows<Row> = Promise<{ rows: Row[]; next: number | null }>;

interface Page {
  readonly market?: string;
  readonly position?: number;
  readonly order?: number;
  readonly from?: number;
  readonly to?: number;
  readonly before?: number;
  readonly after?: number;
  readonly limit: number;
}

/** A page of a user's rows of one table, the newest first, or after one of them the oldest first. @param columns as the row names them. */
async function pageOf<Row extends { id: number }>(
  db: Queries,
  [table, columns, ofOrder]: readonly [table: string, columns: string, ofOrder: string],
  userId: number,
  { market, position, order, from, to, before, after, limit }: Page,
  read: (row: Row) => Row,
): Rows<Row> {
  // Funding is of its interval's moment, which may be over for long when it is paid: its numbers are in no order of time.
  const isInTime = table === 'futures_fill';
  const rows = await db.query<Row>(
    `select ${columns} from ${table} where user_id = $1 and ($2::text is null or market = $2)
       and ($3::bigint is null or position_id = $3) and ($4::bigint is null or ${ofOrder})
       and ($5::bigint is null or at >= $5) and ($6::bigint is null or at <= $6)
       and ($7::bigint is null or id < $7) and ($8::bigint is null or id > $8)
       ${from === undefined || !isInTime ? '' : `and id >= rows_since('${table}', 'at', $1, $5)`}
       ${to === undefined || !isInTime ? '' : `and id < rows_since('${table}', 'at', $1, $6 + 7200000)`}
     order by id ${after === undefined ? 'desc' : 'asc'} limit $9`,
    [
      userId,
      market ?? null,
      position ?? null,
      order ?? null,
      from ?? null,
      to ?? null,
      before ?? null,
      after ?? null,
      limit + 1,
    ],
  );
  const shown = rows.slice(0, limit).map(read);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

const FILL = `id, order_id as "order", position_id as position, market, side, price::text, quantity::text, fee::text,
  profit::text, role, kind, at`;

export const fillsOf = (db: Queries, userId: number, page: Page): Rows<FuturesFillRow> =>
  pageOf<FuturesFillRow>(db, ['futures_fill', FILL, 'order_id = $4'], userId, page, (row) => ({
    ...row,
    price: plain(row.price),
    quantity: plain(row.quantity),
    fee: plain(row.fee),
    profit: plain(row.profit),
  }));

const FUNDING =
  'id, position_id as position, market, side, quantity::text, mark::text, rate::text, amount::text, at';

export const fundingOf = (db: Queries, userId: number, page: Page): Rows<FundingRow> =>
  pageOf<FundingRow>(db, ['futures_funding', FUNDING, 'false'], userId, page, (row) => ({
    ...row,
    quantity: plain(row.quantity),
    mark: plain(row.mark),
    rate: plain(row.rate),
    amount: plain(row.amount),
  }));

/** Sums of a user's funding by market. */
export async function fundingSumsOf(
  db: Queries,
  userId: number,
  { market, from, to }: Request<'perpetual.fundingSums'>,
): Promise<Answer<'perpetual.fundingSums'>> {
  const rows = await db.query<Answer<'perpetual.fundingSums'>['rows'][number]>(
    `select market, count(*)::int as count, coalesce(sum(amount) filter (where amount > 0), 0)::text as received,
       (-coalesce(sum(amount) filter (where amount < 0), 0))::text as paid
     from futures_funding where user_id = $1 and ($2::text is null or market = $2)
       and ($3::bigint is null or at >= $3) and ($4::bigint is null or at <= $4)
     group by market order by market`,
    [userId, market ?? null, from ?? null, to ?? null],
  );
  return { rows: rows.map((row) => ({ ...row, received: plain(row.received), paid: plain(row.paid) })) };
}

const LIQUIDATION = `id, position_id as position, market, step, side, mode, quantity::text, price::text, mark::text,
  equity::text, maintenance::text, closing_fee::text as "closingFee", profit::text, fee::text, insurance::text, at`;

export const liquidationsOf = (db: Queries, userId: number, page: Page): Rows<LiquidationRow> =>
  pageOf<LiquidationRow>(db, ['futures_liquidation', LIQUIDATION, 'false'], userId, page, (row) => ({
    ...row,
    quantity: plain(row.quantity),
    price: row.price === null ? null : plain(row.price),
    mark: plain(row.mark),
    equity: plain(row.equity),
    maintenance: plain(row.maintenance),
    closingFee: plain(row.closingFee),
    profit: plain(row.profit),
    fee: plain(row.fee),
    insurance: plain(row.insurance),
  }));

/** Settled funding rates of a market, the newest first, or from a moment on the oldest first. */
export async function ratesOf(
  db: Queries,
  { market, before, from, limit }: Request<'perpetual.rates'>,
): Promise<Answer<'perpetual.rates'>> {
  const rows = await db.query<{ at: number; rate: Dec; mark: Dec; index: Dec }>(
    `select at, rate::text, mark::text, index::text from futures_rate
     where market = $1 and ($2::bigint is null or at < $2) and ($3::bigint is null or at >= $3)
     order by at ${from === undefined ? 'desc' : 'asc'} limit $4`,
    [market, before ?? null, from ?? null, limit + 1],
  );
  const shown = rows.slice(0, limit).map(({ at, rate, mark, index }) => ({
    at,
    rate: plain(rate),
    mark: plain(mark),
    index: plain(index),
  }));
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.at ?? null) : null };
}
