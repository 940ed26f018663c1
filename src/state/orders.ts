import type { Result } from '../../domain/index.ts';
import type { OrderDetail, OrderHistoryView } from '../../workers/api.ts';
import { client } from './client.ts';
import { asPerson } from './login.ts';

/** Which orders are wanted. */
export type OrderFilter = Omit<OrderHistoryView, 'kind' | 'want'>;

/** One order with its fills. */
export function orderDetail(id: number): Promise<Result<OrderDetail>> {
  return asPerson(() => client.orderDetail(id));
}

/** Orders as CSV text, at full precision. */
export function ordersCsv(filter: OrderFilter): Promise<Result<string>> {
  return asPerson(() => client.exportOrders(filter));
}
