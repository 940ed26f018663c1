import { defer, retry, switchMap, timer } from 'rxjs';
import type { ScenarioFrame, ScenarioView } from '../../protocol.ts';
import { live } from '../live.ts';
import type { Open, ShownBy } from '../view.ts';
import { closeFrame } from './close.ts';
import { guardFrame } from './guard.ts';
import { openFuturesHistory } from './historyView.ts';
import { marginFrame } from './margin.ts';
import { openFuturesMarks } from './marks.ts';
import { ofPositions } from './perpetual.ts';
import { futuresFrame } from './positions.ts';
import { termsFrame } from './terms.ts';
import { ticketFrame } from './ticket.ts';
import { headFrame } from './ticketHead.ts';

export { exportFutures } from './export.ts';

/** A chunk that could not be had is asked for again after this time, ms. */
const RETRY_MS = 1_000;

/** The code of scenarios comes with the first of them. */
const whenLoaded: Open<ScenarioView, ScenarioFrame> = (view$, deps) =>
  defer(() => import('./scenario/openScenario.ts')).pipe(
    retry({ delay: () => timer(RETRY_MS, deps.scheduler) }),
    switchMap(({ openScenario }) => openScenario(view$, deps)),
  );

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
  | 'scenario'
> = {
  futures: { pace: 'list', open: ofPositions(futuresFrame) },
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
  futuresHistory: { pace: 'list', open: live(openFuturesHistory) },
  futuresMarks: { pace: 'list', open: live(openFuturesMarks) },
  scenario: { pace: 'focus', open: whenLoaded },
};
