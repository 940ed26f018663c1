import type { Database } from '../base/db/database.ts';
import { singleRow } from '../base/db/database.ts';

/** An order's names for API clients, which its row does not have. */
export interface OrderName {
  readonly clientId: string;
  /** Of a spot stop: whether it triggers when the price rises to it. */
  readonly stopAbove: boolean | null;
  /** The client's id of the pair that the order belongs to. */
  readonly listClientId: string | null;
}

/** Client ids of a user's orders in one product. */
export interface OrderNames {
  namesOf(userId: number, ids: readonly number[]): Promise<ReadonlyMap<number, OrderName>>;
  /** The idempotency key of a client id: each product has its own range, apart from keys of our own API. */
  keyOf(clientId: string): string;
  /** The newest order with this client id; undefined without one. */
  idOf(userId: number, clientId: string): Promise<number | undefined>;
  /** The id of the newest pair with this client id, which is its limit order's; undefined without one. */
  listOf(userId: number, clientId: string): Promise<number | undefined>;
}

/** Reads client ids from a product's table, once it has what was acknowledged to their user. */
export function orderNames(
  db: Pick<Database, 'query' | 'log'>,
  table: 'spot_order' | 'futures_order',
): OrderNames {
  const prefix = `compat-${table}:`;
  const isSpot = table === 'spot_order';
  const stopAbove = isSpot ? 'stop_above' : 'null::boolean';
  const list = isSpot ? 'list_client_id' : 'null::text';
  /** The largest of `[what, where]` among orders that have a name, as it is or with our prefix. */
  const newestOf = async (
    userId: number,
    name: string,
    parts: readonly (readonly [what: string, where: string])[],
  ): Promise<number | undefined> => {
    // By one name at a time, and as a sum, which no index of ids orders: no plan has a reason to read all of the user's.
    const newest = parts.map(
      ([what, where]) => `(select max(${what} + 0) from ${table} where user_id = $1 and ${where})`,
    );
    const { id } = singleRow(
      await db.query<{ id: number | null }>(
        `select max(greatest(${newest.join(', ')})) as id from unnest(array[$2, $3]::text[]) n`,
        [userId, name, prefix + name],
      ),
    );
    return id ?? undefined;
  };
  const bare = (name: string): string => (name.startsWith(prefix) ? name.slice(prefix.length) : name);
  return {
    async namesOf(userId, ids) {
      await db.log?.applied([userId]);
      const rows = await db.query<OrderName & { readonly id: number }>(
        `select id, client_id as "clientId", ${stopAbove} as "stopAbove",
           ${list} as "listClientId" from ${table}
         where user_id = $1 and id = any($2::bigint[])`,
        [userId, [...ids]],
      );
      return new Map(
        rows.map(({ id, clientId, listClientId, ...rest }) => [
          id,
          { ...rest, clientId: bare(clientId), listClientId: listClientId && bare(listClientId) },
        ]),
      );
    },
    keyOf: (clientId) => prefix + clientId,
    async idOf(userId, clientId) {
      await db.log?.applied([userId]);
      // Names of spot orders stand in two indexes, of exits and of all others.
      const parts = isSpot ? ['and entry_id is null', 'and entry_id is not null'] : [''];
      return newestOf(
        userId,
        clientId,
        parts.map((part) => ['id', `client_id = n ${part}`] as const),
      );
    },
    async listOf(userId, clientId) {
      if (!isSpot) return undefined;
      await db.log?.applied([userId]);
      return newestOf(userId, clientId, [['least(id, partner_id)', 'list_client_id = n']]);
    },
  };
}
