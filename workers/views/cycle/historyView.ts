import type { CycleRow } from '../../../domain/contract/index.ts';
import type { CycleFilter, CycleHistoryView } from '../../protocol.ts';
import type { LiveView } from '../live.ts';
import { PagedViewer } from '../pagedView.ts';
import type { ViewDeps } from '../view.ts';
import { cycleLine } from './line.ts';

/** The request's part of a filter. */
export function cyclesRequest({ asset, assetClass, direction, cycle, outcome, from, to }: CycleFilter) {
  return {
    live: false,
    ...(asset === undefined ? {} : { asset }),
    ...(assetClass === undefined ? {} : { kind: assetClass }),
    ...(direction === undefined ? {} : { direction }),
    ...(cycle === undefined ? {} : { cycle }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Contracts that have ended; what ends meanwhile comes by itself. */
export function openCycleHistory(view: CycleHistoryView, deps: ViewDeps): LiveView<CycleHistoryView> {
  const { rows, words, ages } = deps;
  return new PagedViewer<CycleHistoryView, CycleRow, number>(view, {
    asked: cyclesRequest,
    page: (filter, part) =>
      deps.call('cycle.list', {
        ...cyclesRequest(filter),
        ...part,
      }),
    version: () => deps.streams.news.of('cycleEnded'),
    frame: (contracts, end) => ({
      ...end,
      kind: 'cycleHistory',
      lines: contracts.map((row) => cycleLine(row, rows.row(row.asset), words(), ages.serverNow())),
    }),
  });
}
