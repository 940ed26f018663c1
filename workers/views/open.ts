import type { View } from '../protocol.ts';
import { BalancesViewer } from './balancesView.ts';
import { BookViewer } from './bookView.ts';
import { CandlesViewer } from './candlesView.ts';
import { JournalViewer } from './journalView.ts';
import { ListViewer } from './listView.ts';
import { RecordsViewer } from './recordsView.ts';
import type { StatusExtra } from './statusView.ts';
import { StatusViewer } from './statusView.ts';
import { TickerViewer } from './tickerView.ts';
import { TradesViewer } from './tradesView.ts';
import type { LiveView, ViewDeps } from './view.ts';

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
      return keepKind('balances', new BalancesViewer(view, deps));
    case 'records':
      return keepKind('records', new RecordsViewer(view, deps));
    case 'journal':
      return keepKind('journal', new JournalViewer(deps));
    case 'status':
      return new StatusViewer(deps, extra);
  }
}

function keepKind<K extends View['kind']>(kind: K, live: LiveView<Extract<View, { kind: K }>>): LiveView {
  return {
    update(view) {
      if (view.kind === kind) live.update(view as Extract<View, { kind: K }>);
    },
    frame: () => live.frame(),
    refresh: () => live.refresh(),
    legendAt: (time) => live.legendAt?.(time),
    close: () => live.close(),
  };
}
