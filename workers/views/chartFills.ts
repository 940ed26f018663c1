import type { Observable } from 'rxjs';
import { distinctUntilChanged, map, of, startWith, switchMap } from 'rxjs';
import type { Dec, OrderSide, Result } from '../../domain/index.ts';
import { toChartNumber } from '../../domain/index.ts';
import type { MarksFrame } from '../protocol.ts';
import { requested } from './requested.ts';
import type { ViewDeps } from './view.ts';

/** Older fills lie far to the left of a chart. */
export const MOST_FILLS = 200;

export interface Fill {
  /** ms UTC. */
  readonly at: number;
  readonly side: OrderSide;
  readonly price: Dec;
}
/** The newest first. */
type FillsPage = Result<{ readonly rows: readonly Fill[] }>;

/**
 * A user's fills in one market, ascending in time: requested again, at most once a beat, when the version rises, and
 * after a pause when there was no answer. Until the next one the fills of before stay.
 * @param version$ undefined while nobody is logged in: there are no fills then.
 */
export function fillsOf(
  version$: Observable<number | undefined>,
  deps: Pick<ViewDeps, 'time$' | 'clock'>,
  request: () => Promise<FillsPage>,
): Observable<readonly Fill[]> {
  return version$.pipe(
    map((version) => version !== undefined),
    distinctUntilChanged(),
    switchMap((isKnown) => (isKnown ? received(version$, deps, request) : of(undefined))),
    startWith(undefined),
    distinctUntilChanged(),
    map((page) => page?.rows.toReversed() ?? []),
  );
}

const received = (
  version$: Observable<number | undefined>,
  deps: Pick<ViewDeps, 'time$' | 'clock'>,
  request: () => Promise<FillsPage>,
) => requested(version$, deps, { request, key: (version) => `${version}` }).pipe(map(({ data }) => data));

/** Fills as points of a chart. */
export const fillMarks = (fills: readonly Fill[]): MarksFrame['fills'] =>
  fills.map(({ at, side, price }) => ({ time: Math.floor(at / 1_000), side, price: toChartNumber(price) }));
