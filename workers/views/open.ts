import type { View } from '../protocol.ts';
import { BookViewer } from './bookView.ts';
import { CandlesViewer } from './candlesView.ts';
import { LazyView } from './lazyView.ts';
import { ListViewer } from './listView.ts';
import type { PeopleView } from './personViews.ts';
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
    case 'status':
      return new StatusViewer(deps, extra);
    default:
      return new LazyView(view, async () => {
        const { openPeopleView } = await import('./personViews.ts');
        return (latest) => openPeopleView(latest as PeopleView, deps);
      });
  }
}
