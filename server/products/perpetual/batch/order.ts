import type { FuturesOrderRow } from '../../../../domain/contract/index.ts';
import type { Chase, Dec, Trail, TrailBy, TriggerKind } from '../../../../domain/index.ts';
import type { Queries } from '../../../base/db/database.ts';
import { plain } from '../../../books/ledger/ledger.ts';

/** An order in the engine; it changes in place. Amounts as in the contract. */
export interface FuturesOrder extends FuturesOrderRow {
  readonly userId: number;
  readonly clientId: string;
  /** Queue position: the lower, the earlier. */
  rank: number;
  /** The stored version; 0 for an order that is not stored yet. */
  stored: number;
}

/** An order as clients receive it. */
export function rowOf({
  userId: _u,
  clientId: _c,
  rank: _r,
  stored: _s,
  ...row
}: FuturesOrder): FuturesOrderRow {
  return { ...row };
}

/**
 * The reference of an order's hold in the ledger: it is a new one each time the order is put into the book.
 */
export const holdRefOf = ({ id, rank }: Pick<FuturesOrder, 'id' | 'rank'>): string =>
  rank === id ? `futures.${id}` : `futures.${id}.${rank}`;

type Fields = Omit<FuturesOrderRow, 'trigger' | 'trail' | 'chase' | 'group' | 'postOnly' | 'reduceOnly'>;
interface StoredOrder
  extends Pick<
    Fields,
    | 'id'
    | 'market'
    | 'side'
    | 'type'
    | 'tif'
    | 'price'
    | 'quantity'
    | 'filled'
    | 'fee'
    | 'profit'
    | 'mode'
    | 'leverage'
    | 'origin'
    | 'status'
    | 'reason'
    | 'version'
  > {
  readonly rank: number;
  readonly user_id: number;
  readonly client_id: string;
  readonly post_only: boolean;
  readonly reduce_only: boolean;
  readonly trigger_kind: TriggerKind | null;
  readonly trigger_price: Dec | null;
  readonly trigger_source: 'last' | 'mark' | null;
  readonly trail_by: TrailBy | null;
  readonly trail_value: Dec | null;
  readonly trail_activation: Dec | null;
  readonly trail_best: Dec | null;
  readonly trail_reached: Dec | null;
  readonly chase_until: number | null;
  readonly chase_from: Dec | null;
  readonly chase_distance: Dec | null;
  readonly chase_rest: Chase['rest'] | null;
  readonly chase_moves: number | null;
  readonly guard_group: number | null;
  readonly filled_total: Dec;
  readonly held: Dec;
  readonly take_profit: Dec;
  readonly stop_loss: Dec;
  readonly guard_source: 'last' | 'mark';
  readonly filled_at: number | null;
  readonly expires_at: number | null;
  readonly scaled_id: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** The row of table `futures_order`. */
export function storedOf({
  userId,
  clientId,
  postOnly,
  reduceOnly,
  trigger,
  trail,
  chase,
  group,
  filledTotal,
  takeProfit,
  stopLoss,
  guardSource,
  filledAt,
  expiresAt,
  scaled,
  createdAt,
  updatedAt,
  ...same
}: FuturesOrder): StoredOrder {
  return {
    ...same,
    user_id: userId,
    client_id: clientId,
    post_only: postOnly,
    reduce_only: reduceOnly,
    trigger_kind: trigger?.kind ?? null,
    trigger_price: trigger?.price ?? null,
    trigger_source: trigger?.source ?? null,
    trail_by: trail?.by ?? null,
    trail_value: trail?.value ?? null,
    trail_activation: trail?.activation ?? null,
    trail_best: trail?.best ?? null,
    trail_reached: trail?.reached ?? null,
    chase_until: chase?.until ?? null,
    chase_from: chase?.from ?? null,
    chase_distance: chase?.distance ?? null,
    chase_rest: chase?.rest ?? null,
    chase_moves: chase?.moves ?? null,
    guard_group: group,
    filled_total: filledTotal,
    take_profit: takeProfit,
    stop_loss: stopLoss,
    guard_source: guardSource,
    filled_at: filledAt,
    expires_at: expiresAt,
    scaled_id: scaled,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

const maybe = (text: Dec | null): Dec | null => (text === null ? null : plain(text));

const trailOf = (row: StoredOrder): Trail | null =>
  row.trail_by && row.trail_value
    ? {
        by: row.trail_by,
        value: plain(row.trail_value),
        activation: maybe(row.trail_activation),
        best: maybe(row.trail_best),
        reached: maybe(row.trail_reached),
      }
    : null;

function chaseOf({
  chase_until: until,
  chase_from: from,
  chase_distance: distance,
  chase_rest: rest,
  chase_moves: moves,
}: StoredOrder): Chase | null {
  if (until === null || from === null || distance === null || rest === null || moves === null) return null;
  return { until, from: plain(from), distance: plain(distance), rest, moves };
}

export function orderOf(row: StoredOrder): FuturesOrder {
  const { trigger_kind: kind, trigger_price: price, trigger_source: source } = row;
  return {
    id: row.id,
    userId: row.user_id,
    clientId: row.client_id,
    rank: row.rank,
    market: row.market,
    side: row.side,
    type: row.type,
    tif: row.tif,
    expiresAt: row.expires_at,
    scaled: row.scaled_id,
    postOnly: row.post_only,
    reduceOnly: row.reduce_only,
    price: maybe(row.price),
    trigger: kind && price && source ? { kind, price: plain(price), source } : null,
    trail: trailOf(row),
    chase: chaseOf(row),
    group: row.guard_group,
    quantity: maybe(row.quantity),
    filled: plain(row.filled),
    filledTotal: plain(row.filled_total),
    fee: plain(row.fee),
    profit: plain(row.profit),
    held: plain(row.held),
    takeProfit: plain(row.take_profit),
    stopLoss: plain(row.stop_loss),
    guardSource: row.guard_source,
    filledAt: row.filled_at,
    mode: row.mode,
    leverage: row.leverage,
    origin: row.origin,
    status: row.status,
    reason: row.reason,
    version: row.version,
    stored: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const LIVE = "status in ('waiting', 'open', 'partial')";

/** Orders that may still act, in queue order. @param market only of this one. */
export async function liveOrders(db: Queries, market?: string): Promise<FuturesOrder[]> {
  const rows = await db.query<StoredOrder>(
    `select * from futures_order where ${LIVE} and ($1::text is null or market = $1) order by rank`,
    [market ?? null],
  );
  return rows.map(orderOf);
}

export interface OrderQuery {
  readonly market?: string;
  readonly status?: string;
  readonly live?: boolean;
  readonly guards?: boolean;
  readonly triggered?: boolean;
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
  { market, status, live, guards, triggered, from, to, before, after, limit }: OrderQuery,
): Promise<{ rows: FuturesOrderRow[]; next: number | null }> {
  const rows = await db.query<StoredOrder>(
    `select * from futures_order where user_id = $1
       and ($2::text is null or market = $2) and ($3::text is null or status = $3)
       and ($4::boolean is null or (${LIVE}) = $4)
       and ($5::boolean is null or (guard_group is not null) = $5)
       and ($6::bigint is null or created_at >= $6) and ($7::bigint is null or created_at <= $7)
       and ($8::bigint is null or id < $8) and ($9::bigint is null or id > $9)
       and ($10::boolean is null or (trigger_kind is not null) = $10)
       ${from === undefined ? '' : "and id >= rows_since('futures_order', 'created_at', $1, $6)"}
       ${to === undefined ? '' : "and id < rows_since('futures_order', 'created_at', $1, $7 + 7200000)"}
     order by id ${after === undefined ? 'desc' : 'asc'} limit $11`,
    [
      userId,
      market ?? null,
      status ?? null,
      live ?? null,
      guards ?? null,
      from ?? null,
      to ?? null,
      before ?? null,
      after ?? null,
      triggered ?? null,
      limit + 1,
    ],
  );
  const shown = rows.slice(0, limit).map((row) => rowOf(orderOf(row)));
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
