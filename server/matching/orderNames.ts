import type { Queries } from '../base/db/database.ts';

/** What programs know of an order beside its row: the name that they gave it. */
export interface OrderName {
  readonly clientId: string;
  /** Of a stop of spot: whether it waits for the price to rise to it. */
  readonly stopAbove: boolean | null;
  /** Of one of a pair: what they call the pair. */
  readonly listClientId: string | null;
}

/** Names of a person's orders in one product. */
export interface OrderNames {
  namesOf(userId: number, ids: readonly number[]): Promise<ReadonlyMap<number, OrderName>>;
  /** The key of a command that is named so: each product has its own, and none is a key of the own API. */
  keyOf(clientId: string): string;
  /** The newest order of this name; undefined when there is none. */
  idOf(userId: number, clientId: string): Promise<number | undefined>;
  /** The number of the newest pair of this name, which is its limit's; undefined when there is none. */
  listOf(userId: number, clientId: string): Promise<number | undefined>;
}

/** Reads names from a product's table. */
export function orderNames(db: Queries, table: 'spot_order' | 'futures_order'): OrderNames {
  const prefix = `compat-${table}:`;
  const isSpot = table === 'spot_order';
  const stopAbove = isSpot ? 'stop_above' : 'null::boolean';
  const list = isSpot ? 'list_client_id' : 'null::text';
  const bare = (name: string): string => (name.startsWith(prefix) ? name.slice(prefix.length) : name);
  return {
    async namesOf(userId, ids) {
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
      const [row] = await db.query<{ id: number }>(
        `select id from ${table} where user_id = $1 and client_id in ($2, $3) order by id desc limit 1`,
        [userId, clientId, prefix + clientId],
      );
      return row?.id;
    },
    async listOf(userId, clientId) {
      if (!isSpot) return undefined;
      const [row] = await db.query<{ id: number }>(
        `select least(id, partner_id) as id from spot_order where user_id = $1 and list_client_id in ($2, $3)
         order by id desc limit 1`,
        [userId, clientId, prefix + clientId],
      );
      return row?.id;
    },
  };
}
