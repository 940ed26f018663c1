import type { FuturesViews } from '../../protocol.ts';
import type { LiveView, ViewDeps } from '../view.ts';
import { keepKind } from '../view.ts';
import { closeFrame } from './close.ts';
import { guardFrame } from './guard.ts';
import { openFuturesHistory } from './historyView.ts';
import { marginFrame } from './margin.ts';
import { openFuturesMarks } from './marks.ts';
import { futuresFrame } from './positions.ts';
import { termsFrame } from './terms.ts';
import { ticketFrame } from './ticket.ts';
import { headFrame } from './ticketHead.ts';
import { DeskViewer } from './viewer.ts';

export { exportFutures } from './export.ts';

/** Starts a view about perpetual futures. */
export function openFuturesView(view: FuturesViews, deps: ViewDeps): LiveView {
  switch (view.kind) {
    case 'futures':
      return keepKind('futures', new DeskViewer(view, deps, futuresFrame));
    case 'futuresHead':
      return keepKind('futuresHead', new DeskViewer(view, deps, headFrame));
    case 'futuresTicket':
      return keepKind('futuresTicket', new DeskViewer(view, deps, ticketFrame, ({ market }) => market));
    case 'futuresClose':
      return keepKind('futuresClose', new DeskViewer(view, deps, closeFrame, ({ market }) => market));
    case 'futuresTerms':
      return keepKind('futuresTerms', new DeskViewer(view, deps, termsFrame));
    case 'futuresMargin':
      return keepKind('futuresMargin', new DeskViewer(view, deps, marginFrame));
    case 'futuresGuard':
      return keepKind('futuresGuard', new DeskViewer(view, deps, guardFrame));
    case 'futuresHistory':
      return keepKind('futuresHistory', openFuturesHistory(view, deps));
    case 'futuresMarks':
      return keepKind('futuresMarks', openFuturesMarks(view, deps));
  }
}
