import type { FuturesViews, StorageViews, TeamViews, View, WalletViews } from '../protocol.ts';
import { BookViewer } from './bookView.ts';
import { CandlesViewer } from './candlesView.ts';
import type { MoneyViews } from './convert/views.ts';
import type { CycleViews } from './cycle/views.ts';
import { LazyView } from './lazyView.ts';
import { ListViewer } from './listView.ts';
import type { PersonView } from './personViews.ts';
import type { StatusExtra } from './statusView.ts';
import { StatusViewer } from './statusView.ts';
import { TickerViewer } from './tickerView.ts';
import { TradesViewer } from './tradesView.ts';
import type { LiveView, ViewDeps } from './view.ts';
import { keepKind } from './view.ts';

/** Starts what a view shows. A view keeps its kind for life; an update of another kind is left out. */
export function openView(view: View, deps: ViewDeps, extra: StatusExtra): LiveView {
  switch (view.kind) {
    case 'list':
      return keepKind('list', new ListViewer(view, deps));
    case 'ticker':
      return keepKind('ticker', new TickerViewer(view, deps));
    case 'candles':
      return keepKind('candles', new CandlesViewer(view, deps));
    case 'book':
      return keepKind('book', new BookViewer(view, deps));
    case 'trades':
      return keepKind('trades', new TradesViewer(view, deps));
    case 'balances':
    case 'records':
    case 'journal':
    case 'orders':
    case 'orderHistory':
    case 'ticket':
    case 'marks':
      return new LazyView(view, async () => {
        const { openPersonView } = await import('./personViews.ts');
        return (latest) => openPersonView(latest as PersonView, deps);
      });
    case 'cycleAssets':
    case 'cycleTicket':
    case 'cycleOpen':
    case 'cycleHistory':
      return new LazyView(view, async () => {
        const { openCycleView } = await import('./personViews.ts');
        return (latest) => openCycleView(latest as CycleViews, deps);
      });
    case 'futures':
    case 'futuresTicket':
    case 'futuresClose':
    case 'futuresTerms':
    case 'futuresMargin':
    case 'futuresGuard':
    case 'futuresHistory':
    case 'futuresMarks':
      return new LazyView(view, async () => {
        const { openFuturesView } = await import('./personViews.ts');
        return (latest) => openFuturesView(latest as FuturesViews, deps);
      });
    case 'convert':
    case 'convertAssets':
    case 'convertSmall':
    case 'conversions':
    case 'transfer':
    case 'worth':
      return new LazyView(view, async () => {
        const { openMoneyView } = await import('./personViews.ts');
        return (latest) => openMoneyView(latest as MoneyViews, deps);
      });
    case 'walletWithdraw':
    case 'walletBank':
    case 'walletWithdrawals':
    case 'walletDeposit':
    case 'walletDeposits':
      return new LazyView(view, async () => {
        const { openWalletView } = await import('./personViews.ts');
        return (latest) => openWalletView(latest as WalletViews, deps);
      });
    case 'storagePlans':
    case 'storageTicket':
    case 'storageOrders':
    case 'storagePayouts':
      return new LazyView(view, async () => {
        const { openStorageView } = await import('./personViews.ts');
        return (latest) => openStorageView(latest as StorageViews, deps);
      });
    case 'team':
    case 'teamMembers':
    case 'teamRewards':
      return new LazyView(view, async () => {
        const { openTeamView } = await import('./personViews.ts');
        return (latest) => openTeamView(latest as TeamViews, deps);
      });
    case 'status':
      return new StatusViewer(deps, extra);
  }
}
