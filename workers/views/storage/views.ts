import type { StorageViews } from '../../protocol.ts';
import type { LiveView, ViewDeps } from '../view.ts';
import { keepKind } from '../view.ts';
import { StorageOrdersViewer } from './orders.ts';
import { openPayouts } from './payouts.ts';
import { StoragePlansViewer } from './plans.ts';
import { StorageTicketViewer } from './ticket.ts';

export { exportStorage } from './export.ts';

export function openStorageView(view: StorageViews, deps: ViewDeps): LiveView {
  switch (view.kind) {
    case 'storagePlans':
      return keepKind('storagePlans', new StoragePlansViewer(view, deps));
    case 'storageTicket':
      return keepKind('storageTicket', new StorageTicketViewer(view, deps));
    case 'storageOrders':
      return keepKind('storageOrders', new StorageOrdersViewer(view, deps));
    case 'storagePayouts':
      return keepKind('storagePayouts', openPayouts(view, deps));
  }
}
