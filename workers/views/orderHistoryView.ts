import { defined } from '../../domain/index.ts';
import type { OrderHistoryFrame, OrderHistoryView } from '../protocol.ts';
import { orderLine } from './orderLine.ts';
import { pagedView } from './pagedView.ts';
import { sampled } from './view.ts';

/** The request's part of a filter. */
export const ordersRequest = ({ market, side, status, from, to }: Omit<OrderHistoryView, 'kind' | 'want'>) =>
  defined({ market, side, status, from, to });

/** Orders of the past and the present. */
export const orderHistoryView = pagedView<number>()({
  request: (view: OrderHistoryView) => ordersRequest(view),
  page: ({ call }, request) => call('spot.orders', request),
  version$: (deps) => sampled(deps, () => deps.orders.version),
  frame: (orders, end, { rows, words }): OrderHistoryFrame => ({
    ...end,
    kind: 'orderHistory',
    lines: orders.map((order) => orderLine(order, rows.row(order.market), words())),
  }),
});
