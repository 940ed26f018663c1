import type { ViewKind } from '../../protocol.ts';
import type { ViewSpecs } from '../view.ts';
import { changedTrailFrame } from './changedTrail.ts';
import { closeFrame } from './close.ts';
import { fundingSumsView } from './fundingSums.ts';
import { guardFrame } from './guard.ts';
import { futuresHistoryView } from './historyView.ts';
import { marginFrame } from './margin.ts';
import { futuresMarksView } from './marks.ts';
import { openInterestView } from './openInterest.ts';
import { ofPositions } from './perpetual.ts';
import { futuresFrame } from './positions.ts';
import { termsFrame } from './terms.ts';
import { ticketFrame } from './ticket.ts';
import { headFrame } from './ticketHead.ts';

export { exportFutures } from './export.ts';

/** Views about perpetual futures. */
export const futuresViews = {
  futures: { pace: 'list', open: ofPositions(futuresFrame, undefined, true) },
  futuresHead: { pace: 'list', open: ofPositions(headFrame) },
  futuresTicket: {
    pace: 'list',
    open: ofPositions(ticketFrame, ({ market }) => market),
  },
  futuresClose: {
    pace: 'list',
    open: ofPositions(closeFrame, ({ market }) => market),
  },
  futuresTerms: { pace: 'list', open: ofPositions(termsFrame) },
  futuresMargin: { pace: 'list', open: ofPositions(marginFrame) },
  futuresGuard: { pace: 'list', open: ofPositions(guardFrame) },
  futuresTrail: { pace: 'list', open: ofPositions(changedTrailFrame) },
  futuresHistory: { pace: 'list', open: futuresHistoryView },
  fundingSums: { pace: 'focus', open: fundingSumsView },
  openInterest: openInterestView,
  futuresMarks: { pace: 'list', open: futuresMarksView },
} satisfies Partial<ViewSpecs<ViewKind>>;
