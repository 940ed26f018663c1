import { loadedTape } from '../flight/flight.ts';
import { FlightPlayer } from '../flight/player.ts';
import { PerfViewer } from '../perf/perfView.ts';
import type { AlertViews, ContentViews, IdentityView, SupportViews, View } from '../protocol.ts';
import { openAlertView } from './alerts/views.ts';
import { BalancesViewer } from './balancesView.ts';
import { openContentView } from './content/views.ts';
import { openMoneyView } from './convert/views.ts';
import { openCycleView } from './cycle/views.ts';
import { openIdentity } from './identity/identityView.ts';
import { JournalViewer } from './journalView.ts';
import { openMarks } from './marksView.ts';
import { openNotifications } from './news/listView.ts';
import { NewsViewer } from './news/newsView.ts';
import { openOrderHistory } from './orderHistoryView.ts';
import { OrdersViewer } from './ordersView.ts';
import { openFuturesView } from './perpetual/views.ts';
import { openRecords } from './recordsView.ts';
import { openStorageView } from './storage/views.ts';
import { openSupportView } from './support/views.ts';
import { openTeamView } from './team/views.ts';
import { TicketViewer } from './ticketView.ts';
import type { LiveView, ViewDeps } from './view.ts';
import { keepKind } from './view.ts';
import { openWalletView } from './wallet/views.ts';

export { calls } from '../../domain/contract/calls.ts';
export { isRefusalCode, readAddress, readAddressOf } from '../../domain/index.ts';
export { privateReading } from '../../feeds/index.ts';
export { flight } from '../flight/flight.ts';
export { exportOrders, exportRecords } from '../session/export.ts';
export { sendPicture } from '../session/follow.ts';
export { holdsOf, netGainOf, orderDetail } from './answers.ts';
export { exportConversions } from './convert/views.ts';
export { proofOf, proofOfText } from './cycle/proof.ts';
export { exportCycles } from './cycle/views.ts';
export { exportFutures } from './perpetual/views.ts';
export { exportStorage } from './storage/views.ts';
export { exportWallet } from './wallet/views.ts';

/** Views of the market and of the connection are in the worker's first load; all others are here. */
export type PeopleView = Exclude<
  View,
  { kind: 'list' | 'ticker' | 'candles' | 'book' | 'trades' | 'status' }
>;
type PersonView = Extract<
  View,
  {
    kind:
      | 'balances'
      | 'records'
      | 'journal'
      | 'news'
      | 'notifications'
      | 'orders'
      | 'orderHistory'
      | 'ticket'
      | 'marks';
  }
>;

type ServiceView = ContentViews | IdentityView | SupportViews | AlertViews;

/** Starts a view about people and their money. */
export function openPeopleView(view: PeopleView, deps: ViewDeps): LiveView {
  switch (view.kind) {
    case 'balances':
    case 'records':
    case 'journal':
    case 'news':
    case 'notifications':
    case 'orders':
    case 'orderHistory':
    case 'ticket':
    case 'marks':
      return openPersonView(view, deps);
    case 'perf':
      return keepKind('perf', new PerfViewer(deps));
    case 'flight':
      return new FlightPlayer(view, loadedTape(), deps.clock, () => deps.words().style);
    case 'cycleAssets':
    case 'cycleTicket':
    case 'cycleOpen':
    case 'cycleHistory':
      return openCycleView(view, deps);
    case 'futures':
    case 'futuresHead':
    case 'futuresTicket':
    case 'futuresClose':
    case 'futuresTerms':
    case 'futuresMargin':
    case 'futuresGuard':
    case 'futuresHistory':
    case 'futuresMarks':
      return openFuturesView(view, deps);
    case 'convert':
    case 'convertAssets':
    case 'convertSmall':
    case 'conversions':
    case 'transfer':
    case 'worth':
      return openMoneyView(view, deps);
    case 'walletWithdraw':
    case 'walletBank':
    case 'walletWithdrawals':
    case 'walletDeposit':
    case 'walletDeposits':
      return openWalletView(view, deps);
    case 'storagePlans':
    case 'storageTicket':
    case 'storageOrders':
    case 'storagePayouts':
      return openStorageView(view, deps);
    case 'team':
    case 'teamMembers':
    case 'teamRewards':
      return openTeamView(view, deps);
    default:
      return openServiceView(view, deps);
  }
}

function openServiceView(view: ServiceView, deps: ViewDeps): LiveView {
  switch (view.kind) {
    case 'article':
    case 'notices':
    case 'help':
    case 'banners':
      return openContentView(view, deps);
    case 'identity':
      return keepKind('identity', openIdentity(view, deps));
    case 'support':
    case 'supportTickets':
    case 'supportThread':
      return openSupportView(view, deps);
    case 'alerts':
    case 'alertTicket':
      return openAlertView(view, deps);
  }
}

function openPersonView(view: PersonView, deps: ViewDeps): LiveView {
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
    case 'news':
      return keepKind('news', new NewsViewer(deps));
    case 'notifications':
      return keepKind('notifications', openNotifications(view, deps));
  }
}
