import { defined } from '../../../domain/index.ts';
import type { CycleFilter, CycleHistoryFrame, CycleHistoryView } from '../../protocol.ts';
import { pagedView } from '../pagedView.ts';
import { sampled } from '../view.ts';
import { cycleLine } from './line.ts';

/** The request's part of a filter. */
export const cyclesRequest = ({ asset, assetClass, direction, cycle, outcome, from, to }: CycleFilter) => ({
  live: false,
  ...defined({ asset, kind: assetClass, direction, cycle, outcome, from, to }),
});

/** Contracts that have ended. */
export const cycleHistoryView = pagedView<number>()({
  request: (view: CycleHistoryView) => cyclesRequest(view),
  page: ({ call }, request) => call('cycle.list', request),
  version$: (deps) => sampled(deps, () => deps.streams.news.of('cycleEnded')),
  frame: (contracts, end, { rows, words, ages }): CycleHistoryFrame => ({
    ...end,
    kind: 'cycleHistory',
    lines: contracts.map((row) => cycleLine(row, rows.row(row.asset), words(), ages.serverNow())),
  }),
});
