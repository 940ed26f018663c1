import { amountText, isPaired, toChartNumber } from '../../domain/index.ts';
import type { MarksView } from '../protocol.ts';
import type { LiveView } from './live.ts';
import { MarksViewer } from './marksViewer.ts';
import type { ViewDeps } from './view.ts';

/** Own orders on a pair. */
export function openMarks(view: MarksView, { orders, funds, words, call }: ViewDeps): LiveView<MarksView> {
  return new MarksViewer(view, {
    version: () => (funds.uid === undefined ? undefined : orders.version),
    lines: (market) => ({
      orders: orders.live.flatMap((order) => {
        const { id, side, price, quantity, market: own } = order;
        if (own !== market || price === null) return [];
        const text = amountText(quantity ?? '0', words().style);
        return [
          { id, side, price: toChartNumber(price), text, ...(isPaired(order) ? { isFixed: true } : {}) },
        ];
      }),
    }),
    fills: (market, limit) => call('spot.fills', { market, limit }),
  });
}
