import { live } from '../live.ts';
import type { ShownBy } from '../view.ts';
import { AlertsViewer } from './alertsView.ts';
import { alertTicketView } from './ticketView.ts';

export const alertViews: ShownBy<'alerts' | 'alertTicket'> = {
  alerts: { pace: 'focus', open: live((view, deps) => new AlertsViewer(view, deps)) },
  alertTicket: { pace: 'focus', open: alertTicketView },
};
