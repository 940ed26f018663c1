import type { PositionRow } from '../../../../domain/contract/index.ts';
import type { Dec, MarginMode, PositionEnd, PositionSide } from '../../../../domain/index.ts';
import { D, toText } from '../../../../domain/index.ts';
import type { Queries } from '../../../base/db/database.ts';
import { plain } from '../../../books/ledger/ledger.ts';

/** A position in the engine: immutable, replaced by its next state. */
export interface HeldPosition extends Readonly<PositionRow> {
  readonly userId: number;
  /** Version under which its isolated margin is held. */
  readonly marginRef: number;
}

/** A position as clients receive it. */
export function positionRow({ userId: _u, marginRef: _m, ...row }: HeldPosition): PositionRow {
  return row;
}

/** The reference of a position's margin in the ledger. */
export const marginRefOf = ({ id, marginRef }: Pick<HeldPosition, 'id' | 'marginRef'>): string =>
  `futures.${id}.${marginRef}`;

interface StoredPosition {
  readonly id: number;
  readonly user_id: number;
  readonly market: string;
  readonly side: PositionSide;
  readonly mode: MarginMode;
  readonly leverage: number;
  readonly quantity: Dec;
  readonly cost: Dec;
  readonly margin: Dec;
  readonly margin_ref: number;
  readonly realised_price: Dec;
  readonly realised_fees: Dec;
  readonly realised_funding: Dec;
  readonly closed_quantity: Dec;
  readonly closed_cost: Dec;
  readonly closed_value: Dec;
  readonly take_profit: Dec;
  readonly stop_loss: Dec;
  readonly opened_at: number;
  readonly updated_at: number;
  readonly closed_at: number | null;
  readonly end: PositionEnd | null;
  readonly version: number;
}

/** The row of table `futures_position`. */
export function storedPosition(position: HeldPosition): StoredPosition {
  const { id, market, side, mode, leverage, quantity, cost, margin, realised, end, version } = position;
  return {
    id,
    market,
    side,
    mode,
    leverage,
    quantity,
    cost,
    margin,
    end,
    version,
    user_id: position.userId,
    margin_ref: position.marginRef,
    realised_price: realised.price,
    realised_fees: realised.fees,
    realised_funding: realised.funding,
    closed_quantity: position.closedQuantity,
    closed_cost: position.closedCost,
    closed_value: position.closedValue,
    take_profit: position.takeProfit,
    stop_loss: position.stopLoss,
    opened_at: position.openedAt,
    updated_at: position.updatedAt,
    closed_at: position.closedAt,
  };
}

function positionOf(row: StoredPosition): HeldPosition {
  const { id, market, side, mode, leverage, end, version } = row;
  return {
    id,
    market,
    side,
    mode,
    leverage,
    end,
    version,
    userId: row.user_id,
    marginRef: row.margin_ref,
    quantity: plain(row.quantity),
    cost: plain(row.cost),
    margin: plain(row.margin),
    realised: {
      price: plain(row.realised_price),
      fees: plain(row.realised_fees),
      funding: plain(row.realised_funding),
    },
    closedQuantity: plain(row.closed_quantity),
    closedCost: plain(row.closed_cost),
    closedValue: plain(row.closed_value),
    takeProfit: plain(row.take_profit),
    stopLoss: plain(row.stop_loss),
    openedAt: row.opened_at,
    updatedAt: row.updated_at,
    closedAt: row.closed_at,
  };
}

/** Every open position. @param users only of these. */
export async function openPositions(db: Queries, users?: readonly number[]): Promise<HeldPosition[]> {
  const rows = await db.query<StoredPosition>(
    `select * from futures_position where closed_at is null and ($1::bigint[] is null or user_id = any($1))
     order by id`,
    [users ?? null],
  );
  return rows.map(positionOf);
}

export interface PositionQuery {
  readonly market?: string;
  readonly live?: boolean;
  readonly from?: number;
  readonly to?: number;
  readonly before?: number;
  readonly limit: number;
}

type Fired = NonNullable<PositionRow['fired']>;

/** What guards have traded of positions, in the order in which they did. @param ids of a user's positions. */
async function firedIn(
  db: Queries,
  userId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Fired>> {
  const found = new Map<number, Fired>();
  if (ids.length === 0) return found;
  // One engine numbers positions and trades: none of a position's trades is older than it.
  const rows = await db.query<Fired[number] & { position: number; total: Dec }>(
    `select f.position_id as position, o.trigger_kind as kind, sum(f.quantity)::text as quantity,
       sum(f.price * f.quantity)::text as total, max(f.at) as at
     from futures_fill f join futures_order o on o.id = f.order_id
     where f.user_id = $1 and f.id > $2 and f.position_id = any($3::bigint[]) and o.guard_group is not null
     group by f.position_id, o.trigger_kind order by at`,
    [userId, Math.min(...ids), ids],
  );
  for (const { position, kind, quantity, total, at } of rows) {
    const price = toText(new D(total).div(quantity));
    found.set(position, [...(found.get(position) ?? []), { kind, price, quantity: plain(quantity), at }]);
  }
  return found;
}

/** A user's positions, the newest first. */
export async function positionsOf(
  db: Queries,
  userId: number,
  { market, live, from, to, before, limit }: PositionQuery,
): Promise<{ rows: PositionRow[]; next: number | null }> {
  const rows = await db.query<StoredPosition>(
    `select * from futures_position where user_id = $1 and ($2::text is null or market = $2)
       and ($3::boolean is null or (closed_at is null) = $3)
       and ($4::bigint is null or opened_at >= $4) and ($5::bigint is null or opened_at <= $5)
       and ($6::bigint is null or id < $6)
     order by id desc limit $7`,
    [userId, market ?? null, live ?? null, from ?? null, to ?? null, before ?? null, limit + 1],
  );
  const page = rows.slice(0, limit).map((row) => positionRow(positionOf(row)));
  const fired = await firedIn(
    db,
    userId,
    page.filter(({ closedQuantity }) => closedQuantity !== '0').map(({ id }) => id),
  );
  const shown = page.map((row): PositionRow => {
    const own = fired.get(row.id);
    return own ? { ...row, fired: own } : row;
  });
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
