import { loadedTape } from '../flight/flight.ts';
import { flightView } from '../flight/player.ts';
import { perfView } from '../perf/perfView.ts';
import type { ViewKind } from '../protocol.ts';
import { alertViews } from './alerts/views.ts';
import { balancesView } from './balancesView.ts';
import { contentViews } from './content/views.ts';
import { moneyViews } from './convert/views.ts';
import { cycleViews } from './cycle/views.ts';
import { identityView } from './identity/identityView.ts';
import { journalView } from './journalView.ts';
import { marksView } from './marksView.ts';
import { notificationsView } from './news/listView.ts';
import { newsView } from './news/newsView.ts';
import { orderHistoryView } from './orderHistoryView.ts';
import { ordersView } from './ordersView.ts';
import { ownLevelsView } from './ownLevelsView.ts';
import { futuresViews } from './perpetual/views.ts';
import { recordsView } from './recordsView.ts';
import { scaledView } from './scaledView.ts';
import { storageViews } from './storage/views.ts';
import { supportViews } from './support/views.ts';
import { teamViews } from './team/views.ts';
import { ticketView } from './ticketView.ts';
import type { FocusKind, MarketKind, ViewSpecs } from './view.ts';
import { walletViews } from './wallet/views.ts';

export { calls } from '../../domain/contract/calls.ts';
export { isRefusalCode } from '../../domain/index.ts';
export { privateReading } from '../../feeds/index.ts';
export { sendPicture } from '../session/follow.ts';
export { answering } from './answering.ts';

/** Views about users and their money: all that is not in the worker's first load. */
export const userViews: ViewSpecs<Exclude<ViewKind, MarketKind | FocusKind | 'scenario' | 'results'>> = {
  ...alertViews,
  ...moneyViews,
  ...cycleViews,
  ...futuresViews,
  ...storageViews,
  ...supportViews,
  ...teamViews,
  ...walletViews,
  ...contentViews,
  perf: { pace: 'focus', open: perfView },
  identity: { pace: 'focus', open: identityView },
  balances: { pace: 'list', open: balancesView },
  records: { pace: 'focus', open: recordsView },
  orders: { pace: 'list', open: ordersView },
  orderHistory: { pace: 'focus', open: orderHistoryView },
  marks: { pace: 'focus', open: marksView },
  ticket: { pace: 'list', open: ticketView },
  scaled: scaledView,
  ownLevels: { pace: 'list', open: ownLevelsView },
  journal: { pace: 'focus', open: journalView },
  news: { pace: 'focus', open: newsView },
  notifications: { pace: 'focus', open: notificationsView },
  flight: { pace: 'focus', open: flightView(loadedTape) },
};
