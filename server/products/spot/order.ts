import type { OrderRow } from '../../../domain/contract/index.ts';
import type { Dec, Market, OrderStatus } from '../../../domain/index.ts';
import { D, stopMarketPrice, toText } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { plain } from '../../books/ledger/ledger.ts';
import { leftOf } from '../../matching/orderBook.ts';

/** An order in the engine. Amounts as in the contract; `paid`: quote given so far, by a buy. */
export interface Order extends Omit<OrderRow, 'status'> {
  status: OrderStatus;
  readonly userId: number;
  readonly clientId: string;
  /** Queue position: the lower, the earlier. */
  rank: number;
  price: Dec | null;
  quantity: Dec | null;
  filled: Dec;
  filledTotal: Dec;
  paid: Dec;
  fee: Dec;
  filledAt: number | null;
  reason: string | null;
  version: number;
  /** The stored version; 0 for an order that is not stored yet. */
  stored: number;
  updatedAt: number;
  /** Of a stop: whether it triggers when the price rises to it. */
  readonly stopAbove: boolean | null;
  triggeredAt: number | null;
  /** Of a pair: whether its other order holds for both. */
  isCovered: boolean;
  /** The client's id of the pair. */
  readonly listClientId: string | null;
  exit: number | null;
}

/** An order as clients receive it. */
export function rowOf({
  userId: _u,
  clientId: _c,
  rank: _r,
  paid: _p,
  stopAbove: _s,
  stored: _d,
  isCovered: _h,
  listClientId: _l,
  ...row
}: Order): OrderRow {
  return { ...row };
}

/**
 * An order's present hold: quote for a buy, base for a sell. Traded and released amounts add up to the first
 * hold. An order whose partner holds for both holds nothing.
 */
export function stillHeld(order: Order): Dec {
  if (order.isCovered) return '0';
  if (order.side === 'sell') return leftOf(order);
  const price = new D(
    order.type === 'stopMarket' ? stopMarketPrice(order.stopPrice ?? '0') : (order.price ?? 0),
  );
  const upTo = (quantity: Dec) => price.times(quantity).toDecimalPlaces(8, D.ROUND_UP);
  return toText(upTo(order.quantity ?? '0').minus(upTo(order.filled)));
}

/** The asset that an order gives, and the one it receives. */
export function assetsOf(
  { side }: Pick<Order, 'side'>,
  { base, quote }: Market,
): { gives: string; gets: string } {
  return side === 'buy' ? { gives: quote, gets: base } : { gives: base, gets: quote };
}

interface StoredOrder {
  readonly id: number;
  readonly rank: number;
  readonly user_id: number;
  readonly client_id: string;
  readonly market: string;
  readonly side: Order['side'];
  readonly type: Order['type'];
  readonly tif: Order['tif'];
  readonly expires_at: number | null;
  readonly scaled_id: number | null;
  readonly post_only: boolean;
  readonly price: Dec | null;
  readonly stop_price: Dec | null;
  readonly stop_above: boolean | null;
  readonly quantity: Dec | null;
  readonly total: Dec | null;
  readonly filled: Dec;
  readonly filled_total: Dec;
  readonly paid: Dec;
  readonly fee: Dec;
  readonly fee_asset: string;
  readonly filled_at: number | null;
  readonly status: OrderStatus;
  readonly reason: string | null;
  readonly version: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly partner_id: number | null;
  readonly is_covered: boolean;
  readonly list_client_id: string | null;
  readonly triggered_at: number | null;
  readonly take_profit: Dec | null;
  readonly stop_loss: Dec | null;
  readonly exit_id: number | null;
  readonly entry_id: number | null;
}

/** The row of table `spot_order`. */
export function storedOf(order: Order): StoredOrder {
  return {
    id: order.id,
    rank: order.rank,
    user_id: order.userId,
    client_id: order.clientId,
    market: order.market,
    side: order.side,
    type: order.type,
    tif: order.tif,
    expires_at: order.expiresAt,
    scaled_id: order.scaled,
    post_only: order.postOnly,
    price: order.price,
    stop_price: order.stopPrice,
    stop_above: order.stopAbove,
    quantity: order.quantity,
    total: order.total,
    filled: order.filled,
    filled_total: order.filledTotal,
    paid: order.paid,
    fee: order.fee,
    fee_asset: order.feeAsset,
    filled_at: order.filledAt,
    status: order.status,
    reason: order.reason,
    version: order.version,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    partner_id: order.partner,
    is_covered: order.isCovered,
    list_client_id: order.listClientId,
    triggered_at: order.triggeredAt,
    take_profit: order.takeProfit,
    stop_loss: order.stopLoss,
    exit_id: order.exit,
    entry_id: order.entry,
  };
}

const maybe = (text: Dec | null): Dec | null => (text === null ? null : plain(text));

function orderOf(row: StoredOrder): Order {
  return {
    id: row.id,
    rank: row.rank,
    userId: row.user_id,
    clientId: row.client_id,
    market: row.market,
    side: row.side,
    type: row.type,
    tif: row.tif,
    expiresAt: row.expires_at,
    scaled: row.scaled_id,
    postOnly: row.post_only,
    price: maybe(row.price),
    stopPrice: maybe(row.stop_price),
    stopAbove: row.stop_above,
    quantity: maybe(row.quantity),
    total: maybe(row.total),
    filled: plain(row.filled),
    filledTotal: plain(row.filled_total),
    paid: plain(row.paid),
    fee: plain(row.fee),
    feeAsset: row.fee_asset,
    filledAt: row.filled_at,
    status: row.status,
    reason: row.reason,
    version: row.version,
    stored: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    partner: row.partner_id,
    isCovered: row.is_covered,
    listClientId: row.list_client_id,
    triggeredAt: row.triggered_at,
    takeProfit: maybe(row.take_profit),
    stopLoss: maybe(row.stop_loss),
    exit: row.exit_id,
    entry: row.entry_id,
  };
}

/** Orders that may still trade, in queue order. @param market only of this one. */
export async function liveOrders(db: Queries, market?: string): Promise<Order[]> {
  const rows = await db.query<StoredOrder>(
    `select * from spot_order where status in ('waiting', 'open', 'partial') and ($1::text is null or market = $1)
     order by rank`,
    [market ?? null],
  );
  return rows.map(orderOf);
}

export interface OrderQuery {
  readonly market?: string;
  readonly side?: string;
  readonly status?: string;
  readonly live?: boolean;
  readonly from?: number;
  readonly to?: number;
  readonly before?: number;
  readonly after?: number;
  readonly limit: number;
}

/** A user's orders, newest first, or after one of them the oldest first. */
export async function ordersOf(
  db: Queries,
  userId: number,
  { market, side, status, live, from, to, before, after, limit }: OrderQuery,
): Promise<{ rows: OrderRow[]; next: number | null }> {
  const rows = await db.query<StoredOrder>(
    `select * from spot_order where user_id = $1
       and ($2::text is null or market = $2) and ($3::text is null or side = $3)
       and ($4::text is null or status = $4)
       and ($5::boolean is null or (status in ('waiting', 'open', 'partial')) = $5)
       and ($6::bigint is null or created_at >= $6) and ($7::bigint is null or created_at <= $7)
       and ($8::bigint is null or id < $8) and ($9::bigint is null or id > $9)
       ${from === undefined ? '' : "and id >= rows_since('spot_order', 'created_at', $1, $6)"}
       ${to === undefined ? '' : "and id < rows_since('spot_order', 'created_at', $1, $7 + 7200000)"}
     order by id ${after === undefined ? 'desc' : 'asc'} limit $10`,
    [
      userId,
      market ?? null,
      side ?? null,
      status ?? null,
      live ?? null,
      from ?? null,
      to ?? null,
      before ?? null,
      after ?? null,
      limit + 1,
    ],
  );
  const shown = rows.slice(0, limit).map((row) => rowOf(orderOf(row)));
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** One order of a user; undefined when the user has none with this id. */
export async function orderOfUser(db: Queries, userId: number, id: number): Promise<OrderRow | undefined> {
  const [row] = await db.query<StoredOrder>('select * from spot_order where id = $1 and user_id = $2', [
    id,
    userId,
  ]);
  return row && rowOf(orderOf(row));
}
