import type { Observable } from 'rxjs';
import { defer, map, of, retry, timer } from 'rxjs';
import type { Frame, View, ViewKind } from '../protocol.ts';
import { listView } from './listView.ts';
import { loadPart } from './parts.ts';
import { statusView } from './statusView.ts';
import { tickerView } from './tickerView.ts';
import type { FocusKind, MarketKind, Open, Pace, ViewDeps, ViewSpecs } from './view.ts';
import { focusKinds } from './view.ts';

const marketViews: ViewSpecs<MarketKind> = {
  list: { pace: 'list', open: listView },
  ticker: { pace: 'focus', open: tickerView },
  status: { pace: 'focus', open: statusView },
};

/** Of any kind: an update of a view keeps its kind. */
interface AnyViewSpec {
  readonly pace: Pace;
  readonly open: Open<View, Frame>;
}

/** A chunk that could not be loaded is requested again after this time, ms: the network may be back. */
const RETRY_MS = 1_000;

/** How a kind of view is shown. What is about users and their money comes with the first view of it. */
export function specOf(kind: ViewKind, { scheduler }: Pick<ViewDeps, 'scheduler'>): Observable<AnyViewSpec> {
  if (isOfMarket(kind)) return of(marketViews[kind] as unknown as AnyViewSpec);
  return defer(() => loadPart(() => chunkOf(kind))).pipe(
    retry({ delay: () => timer(RETRY_MS, scheduler) }),
    map((shown) => shown as unknown as AnyViewSpec),
  );
}

/** What a market's own screen shows: fetched once the first frames have gone out, so that it stands before the tap. */
export const focusViews = async () => (await loadPart(() => import('./focusViews.ts'))).focusViews;

const isInFocus = (kind: ViewKind): kind is FocusKind => (focusKinds as readonly ViewKind[]).includes(kind);

const isOfMarket = (kind: ViewKind): kind is MarketKind => kind in marketViews;

/** What few users open has a chunk of its own; named here, so that nothing of the first load is split off for it. */
async function chunkOf(kind: Exclude<ViewKind, MarketKind>): Promise<object> {
  if (kind === 'scenario') return (await import('./perpetual/scenario/scenarioView.ts')).scenarioView;
  if (kind === 'results') return (await import('./results/resultsView.ts')).resultsView;
  return isInFocus(kind) ? (await focusViews())[kind] : (await import('./userViews.ts')).userViews[kind];
}
