import { amountText, toChartNumber } from '../../domain/index.ts';
import type { MarksView } from '../protocol.ts';
import type { LiveView } from './live.ts';
import { MarksViewer } from './marksViewer.ts';
import type { ViewDeps } from './view.ts';

/** Own orders on a pair. */
export function openMarks(view: MarksView, { orders, funds, words, call }: ViewDeps): LiveView<MarksView> {
  return new MarksViewer(view, {
    version: () => (funds.uid === undefined ? undefined : orders.version),
    lines: (market) => ({
      orders: orders.live.flatMap(({ id, side, price, quantity, market: own }) =>
        own === market && price !== null
          ? [{ id, side, price: toChartNumber(price), text: amountText(quantity ?? '0', words().style) }]
          : [],
      ),
    }),
    fills: (market, limit) => call('spot.fills', { market, limit }),
  });
}
