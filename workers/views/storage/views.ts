import { live } from '../live.ts';
import type { ShownBy } from '../view.ts';
import { storageOrdersView } from './orders.ts';
import { storagePayoutsView } from './payouts.ts';
import { StoragePlansViewer } from './plans.ts';
import { StorageTicketViewer } from './ticket.ts';

export { exportStorage } from './export.ts';

export const storageViews: ShownBy<'storagePlans' | 'storageTicket' | 'storageOrders' | 'storagePayouts'> = {
  storagePlans: { pace: 'focus', open: live((view, deps) => new StoragePlansViewer(view, deps)) },
  storageTicket: { pace: 'focus', open: live((view, deps) => new StorageTicketViewer(view, deps)) },
  storageOrders: { pace: 'focus', open: storageOrdersView },
  storagePayouts: { pace: 'focus', open: storagePayoutsView },
};
