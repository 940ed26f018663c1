import type { ShownBy } from '../view.ts';
import { alertsView } from './alertsView.ts';
import { alertTicketView } from './ticketView.ts';

export const alertViews: ShownBy<'alerts' | 'alertTicket'> = {
  alerts: { pace: 'focus', open: alertsView },
  alertTicket: { pace: 'focus', open: alertTicketView },
};
