import type { Dec } from '../../../domain/index.ts';
import { D, toText } from '../../../domain/index.ts';
import type { Order } from '../../../server/products/spot/order.ts';
import type { BookRow } from './shapes.ts';
import type { Quiet } from './trial.ts';

/** What became of an order, in words that do not depend on who numbered it. */
type OrderOutcome = Pick<Order, 'status' | 'filled' | 'filledTotal' | 'paid' | 'fee' | 'feeAsset'>;
interface FillOutcome {
  readonly role: string;
  readonly price: Dec;
  readonly quantity: Dec;
  readonly total: Dec;
  readonly fee: Dec;
}

/** What came of all commands: the same for one process and for many, to the digit. */
export interface Outcome {
  /** By the key of the command that placed it; of one that its book has not let in, why. */
  readonly orders: Readonly<Record<string, OrderOutcome | { readonly refused: string }>>;
  /** By the same key, in their order. */
  readonly fills: Readonly<Record<string, readonly FillOutcome[]>>;
  /** Keys of cancel requests whose order had ended before. */
  readonly closed: readonly string[];
  /** Free and held, by user and asset; without zeros. */
  readonly balances: Readonly<Record<string, readonly [free: Dec, held: Dec]>>;
  /** By asset, of all book shards; without zeros. */
  readonly fees: Readonly<Record<string, Dec>>;
}

export const orderOutcome = ({ status, filled, filledTotal, paid, fee, feeAsset }: OrderOutcome) => ({
  ...{ status, filled, filledTotal, paid, fee, feeAsset },
});
export const fillOutcome = ({ role, price, quantity, total, fee }: FillOutcome): FillOutcome => ({
  ...{ role, price, quantity, total, fee },
});

/** The entries of a record in the order of their names. */
export const sorted = <T>(entries: Iterable<readonly [string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/** What the processes have come to, by the books' logs and the memory of who owns the money. */
export function outcomeOf({ users, books }: Quiet, bookRows: readonly BookRow[]): Outcome {
  const orders = new Map<string, Outcome['orders'][string]>();
  const keys = new Map<number, string>();
  const fills = new Map<string, FillOutcome[]>();
  for (const { body } of bookRows) {
    for (const order of body.orders) {
      keys.set(order.id, order.clientId);
      const isRefused = order.status === 'expired' && order.reason !== null;
      orders.set(order.clientId, isRefused ? { refused: order.reason ?? '' } : orderOutcome(order));
    }
    for (const { fill } of body.fills) {
      const key = keys.get(fill.order) ?? '';
      fills.set(key, [...(fills.get(key) ?? []), fillOutcome(fill)]);
    }
  }
  const balances = users
    .flatMap((state) => state.balances)
    .filter(([, , free, held]) => free !== '0' || held !== '0')
    .map(([user, asset, free, held]) => [`${user} ${asset}`, [free, held] as const] as const);
  return {
    orders: sorted(orders),
    fills: sorted(fills),
    closed: bookRows.flatMap(({ body }) => body.closed).sort(),
    balances: sorted(balances),
    fees: sumsOf(books.flatMap((state) => state.fees)),
  };
}

/** Amounts added up by asset, without zeros. */
export function sumsOf(amounts: Iterable<readonly [asset: string, amount: Dec]>): Record<string, Dec> {
  const sums = new Map<string, D>();
  for (const [asset, amount] of amounts) sums.set(asset, (sums.get(asset) ?? new D(0)).plus(amount));
  return sorted(
    Array.from(sums, ([asset, sum]) => [asset, toText(sum)] as const).filter(([, sum]) => sum !== '0'),
  );
}
