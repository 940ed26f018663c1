import type { OrderRow } from '../../domain/contract/index.ts';
import type { OrderHistoryView } from '../protocol.ts';
import type { LiveView } from './live.ts';
import { orderLine } from './orderLine.ts';
import { PagedViewer } from './pagedView.ts';
import type { ViewDeps } from './view.ts';

/** The request's part of a filter. */
export function ordersRequest({ market, side, status, from, to }: Omit<OrderHistoryView, 'kind' | 'want'>) {
  return {
    ...(market === undefined ? {} : { market }),
    ...(side === undefined ? {} : { side }),
    ...(status === undefined ? {} : { status }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Orders of the past and the present; what changes is read again by itself. */
export function openOrderHistory(view: OrderHistoryView, deps: ViewDeps): LiveView<OrderHistoryView> {
  return new PagedViewer<OrderHistoryView, OrderRow, number>(view, {
    asked: ordersRequest,
    page: (filter, part) =>
      deps.call('spot.orders', {
        ...ordersRequest(filter),
        ...part,
      }),
    version: () => deps.orders.version,
    frame: (orders, end) => ({
      ...end,
      kind: 'orderHistory',
      lines: orders.map((order) => orderLine(order, deps.rows.row(order.market), deps.words())),
    }),
  });
}
