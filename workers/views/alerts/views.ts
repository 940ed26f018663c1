import type { AlertViews } from '../../protocol.ts';
import type { LiveView, ViewDeps } from '../view.ts';
import { keepKind } from '../view.ts';
import { AlertsViewer } from './alertsView.ts';
import { AlertTicketViewer } from './ticketView.ts';

export function openAlertView(view: AlertViews, deps: ViewDeps): LiveView {
  switch (view.kind) {
    case 'alerts':
      return keepKind('alerts', new AlertsViewer(view, deps));
    case 'alertTicket':
      return keepKind('alertTicket', new AlertTicketViewer(view, deps));
  }
}
