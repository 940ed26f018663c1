import { defined, signedAmountText } from '../../../domain/index.ts';
import type { StoragePayoutsFrame, StoragePayoutsView } from '../../protocol.ts';
import { moneyVersion, pagedView } from '../pagedView.ts';

/** The request's part of a view. */
export const payoutsRequest = ({ order }: { readonly order?: number }) => defined({ order });

/** Interest that was paid; each payment moves money. */
export const storagePayoutsView = pagedView<number>()({
  request: (view: StoragePayoutsView) => payoutsRequest(view),
  page: ({ call }, request) => call('storage.payouts', request),
  version$: moneyVersion,
  frame(rows, end, { words }): StoragePayoutsFrame {
    const { style, moment } = words();
    const lines = rows.map(({ id, order, day, asset, amount, dueAt }) => ({
      id,
      order,
      day,
      asset,
      amount: signedAmountText(amount, style),
      dueAt: moment(dueAt),
    }));
    return { ...end, kind: 'storagePayouts', lines };
  },
});
