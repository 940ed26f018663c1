import type { PayoutRow } from '../../../domain/contract/index.ts';
import { signedAmountText } from '../../../domain/index.ts';
import type { StoragePayoutsFrame, StoragePayoutsView } from '../../protocol.ts';
import type { LiveView } from '../live.ts';
import { PagedViewer } from '../pagedView.ts';
import type { ViewDeps } from '../view.ts';

/** The request's part of a view. */
export const payoutsRequest = ({ order }: { readonly order?: number }) =>
  order === undefined ? {} : { order };

/** Interest that was paid; each payment moves money, and so is news by itself. */
export function openPayouts(
  view: StoragePayoutsView,
  { call, funds, words }: ViewDeps,
): LiveView<StoragePayoutsView> {
  return new PagedViewer<StoragePayoutsView, PayoutRow, number>(view, {
    asked: payoutsRequest,
    page: (filter, part) => call('storage.payouts', { ...payoutsRequest(filter), ...part }),
    version: () => funds.version,
    frame: (rows, end): StoragePayoutsFrame => {
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
}
