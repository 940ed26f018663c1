import { live } from '../live.ts';
import type { ShownBy } from '../view.ts';
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

/** Views about perpetual futures. */
export const futuresViews: ShownBy<
  | 'futures'
  | 'futuresHead'
  | 'futuresTicket'
  | 'futuresClose'
  | 'futuresTerms'
  | 'futuresMargin'
  | 'futuresGuard'
  | 'futuresHistory'
  | 'futuresMarks'
> = {
  futures: { pace: 'list', open: live((view, deps) => new DeskViewer(view, deps, futuresFrame)) },
  futuresHead: { pace: 'list', open: live((view, deps) => new DeskViewer(view, deps, headFrame)) },
  futuresTicket: {
    pace: 'list',
    open: live((view, deps) => new DeskViewer(view, deps, ticketFrame, ({ market }) => market)),
  },
  futuresClose: {
    pace: 'list',
    open: live((view, deps) => new DeskViewer(view, deps, closeFrame, ({ market }) => market)),
  },
  futuresTerms: { pace: 'list', open: live((view, deps) => new DeskViewer(view, deps, termsFrame)) },
  futuresMargin: { pace: 'list', open: live((view, deps) => new DeskViewer(view, deps, marginFrame)) },
  futuresGuard: { pace: 'list', open: live((view, deps) => new DeskViewer(view, deps, guardFrame)) },
  futuresHistory: { pace: 'list', open: live(openFuturesHistory) },
  futuresMarks: { pace: 'list', open: live(openFuturesMarks) },
};
