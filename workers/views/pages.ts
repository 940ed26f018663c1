import type { Observable } from 'rxjs';
import { combineLatest, defer, EMPTY, exhaustMap, expand, from, map, startWith, tap } from 'rxjs';
import type { Refusal, Result } from '../../domain/index.ts';

export interface Page<Row, Next> {
  readonly rows: readonly Row[];
  /** Where the next page begins; null at the end. */
  readonly next: Next | null;
}

/** An answered page with each row as a list names it. */
export function named<Row, NamedRow, Next>(
  result: Result<Page<Row, Next>>,
  name: (row: Row) => NamedRow,
): Result<Page<NamedRow, Next>> {
  if (!result.ok) return result;
  return { ok: true, data: { rows: result.data.rows.map(name), next: result.data.next } };
}

/** No reader scrolls further; the CSV has all. */
const MOST_ROWS = 5_000;

/** How much later what failed is requested again by itself, ms: its reader may be where the failure is not shown. */
const AGAIN_MS = 10_000;

/** A list as far as it has been read, newest first. */
export interface Pages<Row, Next> {
  readonly rows: readonly Row[];
  /** Where the next page begins; null at the end, undefined before the first page. */
  readonly next: Next | null | undefined;
  readonly loading: boolean;
  readonly failed?: Refusal;
}

/** Whether there are rows beyond those that have been read. */
export const hasMore = ({ rows, next }: Pages<unknown, unknown>): boolean =>
  next !== null && next !== undefined && rows.length < MOST_ROWS;

interface PagesPlan<Row, Next> {
  /** How far the reader scrolls. Each emission requests again what failed. */
  readonly wanted$: Observable<{ readonly want: number }>;
  /** Another number when there may be newer rows, or known ones may have changed. */
  readonly version$: Observable<number>;
  /** When it is checked whether a page is missing. */
  readonly time$: Observable<unknown>;
  /** ms UTC. */
  readonly now: () => number;
  readonly page: (before: Next | undefined) => Promise<Result<Page<Row, Next>>>;
}

/** A list that is read page by page as far as its reader scrolls; new rows come at its top. */
export function pages<Row extends { readonly id: Next }, Next>({
  wanted$,
  version$,
  time$,
  now,
  page,
}: PagesPlan<Row, Next>): Observable<Pages<Row, Next>> {
  return defer(() => {
    let known: Pages<Row, Next> = { rows: [], next: undefined, loading: true };
    let want = 0;
    /** What the last check was made for. */
    let seen: { readonly wanted: unknown; readonly version: number } | undefined;
    let failedAt = 0;
    const request = (before: Next | undefined) =>
      from(page(before)).pipe(
        map((result) => withPage(known, before, result)),
        startWith({ rows: known.rows, next: known.next, loading: true }),
      );
    const older = (state: Pages<Row, Next>) => {
      const isMissing = !state.loading && !state.failed && hasMore(state) && state.rows.length < want;
      return isMissing ? request(state.next ?? undefined) : EMPTY;
    };
    return combineLatest([wanted$, version$, time$.pipe(startWith(undefined))]).pipe(
      tap(([wanted]) => {
        want = wanted.want;
      }),
      exhaustMap(([wanted, version]) => {
        const isAgain = seen?.wanted !== wanted || Math.abs(now() - failedAt) >= AGAIN_MS;
        const isOld = seen?.version !== version || (known.failed !== undefined && isAgain);
        seen = { wanted, version };
        return (isOld ? request(undefined) : older(known)).pipe(expand(older));
      }),
      tap((state) => {
        known = state;
        if (known.failed) failedAt = now();
      }),
    );
  });
}

/** @param before where the page begins; undefined for the newest one, whose rows replace those of the same number. */
function withPage<Row extends { readonly id: Next }, Next>(
  { rows, next }: Pages<Row, Next>,
  before: Next | undefined,
  result: Result<Page<Row, Next>>,
): Pages<Row, Next> {
  if (!result.ok) return { rows, next, loading: false, failed: result.error };
  const page = result.data;
  if (before !== undefined) return { rows: [...rows, ...page.rows], next: page.next, loading: false };
  const oldest = page.rows.at(-1)?.id;
  const overlap = next === undefined ? -1 : rows.findIndex(({ id }) => id === oldest);
  if (overlap < 0) return { rows: page.rows, next: page.next, loading: false };
  return { rows: [...page.rows, ...rows.slice(overlap + 1)], next, loading: false };
}
