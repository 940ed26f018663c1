import type { View } from '../protocol.ts';
import { BalancesViewer } from './balancesView.ts';
import { JournalViewer } from './journalView.ts';
import { openMarks } from './marksView.ts';
import { openOrderHistory } from './orderHistoryView.ts';
import { OrdersViewer } from './ordersView.ts';
import { openRecords } from './recordsView.ts';
import { TicketViewer } from './ticketView.ts';
import type { LiveView, ViewDeps } from './view.ts';
import { keepKind } from './view.ts';

export { calls } from '../../domain/contract/calls.ts';
export { readAddress, readAddressOf } from '../../domain/index.ts';
export { exportOrders, exportRecords } from '../session/export.ts';
export { followedTransport } from '../session/follow.ts';
export { holdsOf, orderDetail } from './answers.ts';
export { exportConversions, openMoneyView } from './convert/views.ts';
export { proofOf, proofOfText } from './cycle/proof.ts';
export { exportCycles, openCycleView } from './cycle/views.ts';
export { exportFutures, openFuturesView } from './perpetual/views.ts';
export { exportStorage, openStorageView } from './storage/views.ts';
export { openTeamView } from './team/views.ts';
export { exportWallet, openWalletView } from './wallet/views.ts';

/** Views about people and their money. */
export type PersonView = Extract<
  View,
  { kind: 'balances' | 'records' | 'journal' | 'orders' | 'orderHistory' | 'ticket' | 'marks' }
>;

export function openPersonView(view: PersonView, deps: ViewDeps): LiveView {
  switch (view.kind) {
    case 'balances':
      return keepKind('balances', new BalancesViewer(view, deps));
    case 'records':
      return keepKind('records', openRecords(view, deps));
    case 'orders':
      return keepKind('orders', new OrdersViewer(view, deps));
    case 'orderHistory':
      return keepKind('orderHistory', openOrderHistory(view, deps));
    case 'marks':
      return keepKind('marks', openMarks(view, deps));
    case 'ticket':
      return keepKind('ticket', new TicketViewer(view, deps));
    case 'journal':
      return keepKind('journal', new JournalViewer(deps));
  }
}
