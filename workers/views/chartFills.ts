import type { Observable } from 'rxjs';
import { distinctUntilChanged, filter, from, map, of, sample, startWith, switchMap } from 'rxjs';
import type { Dec, OrderSide, Result } from '../../domain/index.ts';
import { toChartNumber } from '../../domain/index.ts';
import type { MarksFrame } from '../protocol.ts';
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
 * A user's fills in one market, ascending in time: requested again, at most once a beat, when the version rises.
 * @param version$ undefined while nobody is logged in: there are no fills then.
 */
export function fillsOf(
  version$: Observable<number | undefined>,
  { time$ }: Pick<ViewDeps, 'time$'>,
  request: () => Promise<FillsPage>,
): Observable<readonly Fill[]> {
  return version$.pipe(
    sample(time$),
    distinctUntilChanged(),
    switchMap((version) => (version === undefined ? of([]) : received(request))),
    startWith([]),
  );
}

/** A page that could not be had leaves the fills of before. */
const received = (request: () => Promise<FillsPage>): Observable<readonly Fill[]> =>
  from(request()).pipe(
    filter((page) => page.ok),
    map(({ data }) => data.rows.toReversed()),
  );

/** Fills as points of a chart. */
export const fillMarks = (fills: readonly Fill[]): MarksFrame['fills'] =>
  fills.map(({ at, side, price }) => ({ time: Math.floor(at / 1_000), side, price: toChartNumber(price) }));
