import type { ViewKind } from '../../protocol.ts';
import type { ViewSpecs } from '../view.ts';
import { storageOrdersView } from './orders.ts';
import { storagePayoutsView } from './payouts.ts';
import { storagePlansView } from './plans.ts';
import { storageTicketView } from './ticket.ts';

export { exportStorage } from './export.ts';

export const storageViews = {
  storagePlans: { pace: 'focus', open: storagePlansView },
  storageTicket: { pace: 'focus', open: storageTicketView },
  storageOrders: { pace: 'focus', open: storageOrdersView },
  storagePayouts: { pace: 'focus', open: storagePayoutsView },
} satisfies Partial<ViewSpecs<ViewKind>>;
