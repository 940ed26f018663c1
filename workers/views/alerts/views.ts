import type { ViewKind } from '../../protocol.ts';
import type { ViewSpecs } from '../view.ts';
import { alertsView } from './alertsView.ts';
import { alertTicketView } from './ticketView.ts';

export const alertViews = {
  alerts: { pace: 'focus', open: alertsView },
  alertTicket: { pace: 'focus', open: alertTicketView },
} satisfies Partial<ViewSpecs<ViewKind>>;
