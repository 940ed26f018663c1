import { combineLatest, distinctUntilChanged, map } from 'rxjs';
import type { ResultsFrame, ResultsView } from '../../protocol.ts';
import { positionsIn } from '../../streams/positions/index.ts';
import { forEachOwner } from '../owner.ts';
import type { Answer } from '../requested.ts';
import { requested } from '../requested.ts';
import type { ViewDeps, ViewSpec } from '../view.ts';
import { projected, sampled } from '../view.ts';
import { curveFrame, dayOf, partsFrame, sumFrame, tradeLine } from './frame.ts';
import type { EndedRows } from './trades.ts';
import { countedTrades, endedPositions } from './trades.ts';

type Ended = Answer<EndedRows>;

/** What ended positions have brought: requested again when one more has ended. */
export const resultsView: ViewSpec<'results'> = {
  pace: 'focus',
  open: projected<ResultsView, Ended, ResultsFrame>({
    state(_, deps) {
      const version$ = combineLatest([positionsIn(deps.streams), sampled(deps, () => deps.funds.uid)]).pipe(
        map(([{ pastVersion }, uid]) => `${uid ?? ''}:${pastVersion}`),
        distinctUntilChanged(),
      );
      const answer$ = requested(version$, deps, {
        request: () => endedPositions(deps.call),
        key: (version: string) => version,
      });
      return forEachOwner(answer$, deps);
    },
    frame: resultsFrame,
  }),
};

/** @param view which are counted, of which day trades are listed, and how many. */
export function resultsFrame(
  view: ResultsView,
  { data, failed }: Pick<Ended, 'data' | 'failed'>,
  { rows, words }: Pick<ViewDeps, 'rows' | 'words'>,
): ResultsFrame | undefined {
  if (!data && !failed) return undefined;
  const own = words();
  const counted = countedTrades(data?.rows ?? [], view);
  const listed = counted.filter(({ closedAt }) => view.day === undefined || dayOf(closedAt) === view.day);
  return {
    kind: 'results',
    isKnown: data !== undefined,
    isCut: data?.isCut ?? false,
    sum: sumFrame(counted, own),
    ...partsFrame(counted, (market) => rows.row(market)?.market.name ?? market, own),
    line: curveFrame(counted, own),
    lines: listed.slice(0, view.want).map((row) => tradeLine(row, rows.row(row.market), own)),
    more: listed.length > view.want,
    loading: false,
    ...(failed ? { failed } : {}),
  };
}
