import type { MarketKind } from '../../domain/index.ts';
import { RuleError } from '../../domain/index.ts';
import type { CommandDeps } from '../base/commands/command.ts';
import type { Queries } from '../base/db/database.ts';
import type { Meter } from '../base/meter.ts';
import type { MarketSource } from '../market/source.ts';
import type { RestingOrder } from './orderBook.ts';

export interface EngineDeps extends CommandDeps {
  readonly source: MarketSource;
  readonly meter?: Meter;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** An order of a product, in one of its markets. */
export interface EngineOrder extends RestingOrder {
  readonly market: string;
}

/** Storage of a product's orders, and the markets that it trades. */
export interface EngineTables<O> {
  /** The product's name. */
  readonly product: 'spot' | 'perpetual';
  readonly kinds: readonly [MarketKind, ...MarketKind[]];
  readonly orders: 'spot_order' | 'futures_order';
  /** A query that yields one row, `newest`: the highest id of any row of the product. */
  readonly newest: string;
  /** Orders that may still trade, in queue order. @param market only of this one. */
  readonly liveOrders: (db: Queries, market?: string) => Promise<O[]>;
}

/** The market of a user's order, as the tables have it. @throws {RuleError} `notFound` for an id that is not the user's. */
export async function storedMarketOf(
  db: Queries,
  { orders }: Pick<EngineTables<never>, 'orders'>,
  userId: number,
  id: number,
): Promise<string> {
  const [row] = await db.query<{ market: string }>(
    `select market from ${orders} where id = $1 and user_id = $2`,
    [id, userId],
  );
  if (!row) throw new RuleError('notFound');
  return row.market;
}
