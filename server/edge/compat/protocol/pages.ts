import { DAY_MS, defined } from '../../../../domain/index.ts';
import { ApiError } from './apiError.ts';
import type { Params } from './params.ts';

/** Rows of one page, at most. */
export const PAGE = 500;
/** Pages that one request reads: of rows that have to be looked through, most may be of another kind. */
const MOST_PAGES = 40;
/** The last moment that calls know. */
export const LAST_MOMENT = 8_640_000_000_000_000;

/** What one page of a call is requested by. */
export interface PageQuery<Cursor> {
  from?: number;
  to?: number;
  before?: Cursor;
  after?: Cursor;
  limit: number;
}
type Ask<Row, Cursor> = (
  page: PageQuery<Cursor>,
) => Promise<{ readonly rows: readonly Row[]; readonly next: Cursor | null }>;

/** Which rows a request wants, as programs page through them. */
export interface Wanted<Cursor = number> {
  /** The row before the first one, from where rows are read ascending; undefined for the newest ones. */
  readonly after: Cursor | undefined;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly limit: number;
}

const momentOf = (params: Params, name: string): number | undefined => {
  const moment = params.whole(name);
  return moment === undefined ? undefined : Math.min(moment, LAST_MOMENT);
};

/** @param first the cursor before all rows. */
export function spanOfRows<Cursor>(params: Params, first: Cursor, limit: number): Wanted<Cursor> {
  const [start, end] = [momentOf(params, 'startTime'), momentOf(params, 'endTime')];
  return { after: start === undefined ? undefined : first, start, end, limit };
}

/** @param from names the parameter with the number of the first row. @throws {ApiError} -1127 for spans longer than a day. */
export function wantedOf(params: Params, from: string, mostMs = DAY_MS): Wanted {
  const wanted = spanOfRows(params, 0, params.limit(PAGE, 1_000));
  const { start, end } = wanted;
  if (start !== undefined && end !== undefined && end - start > mostMs)
    throw new ApiError(-1127, 'More than 24 hours between startTime and endTime.');
  const first = params.whole(from);
  return first === undefined ? wanted : { ...wanted, after: Math.max(0, first - 1) };
}

/**
 * Rows that a request wants, ascending. From a beginning on they are read in that order: read back from the newest, a
 * bound on pages leaves the oldest out without a word, and a program that pages on never receives them.
 * @param fitting of rows, those that are wanted; all when left out.
 * @throws {ApiError} -1127 when from a beginning on too many rows lie between those that fit: an answer with fewer rows
 * than a program's limit says that there are no more.
 */
export async function wantedRows<Row, Cursor>(
  { after, start, end, limit }: Wanted<Cursor>,
  ask: Ask<Row, Cursor>,
  fitting?: (rows: readonly Row[]) => readonly Row[] | Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const isAscending = after !== undefined;
  const rows: Row[] = [];
  let cursor: Cursor | null | undefined = after;
  for (let page = 0; page < MOST_PAGES && cursor !== null && rows.length < limit; page++) {
    const found = await ask({
      limit: fitting ? PAGE : Math.min(PAGE, limit - rows.length),
      ...defined({ from: start, to: end }),
      ...(cursor === undefined ? {} : isAscending ? { after: cursor } : { before: cursor }),
    });
    rows.push(...(fitting ? await fitting(found.rows) : found.rows));
    cursor = found.next;
  }
  if (!isAscending) return rows.slice(0, limit).toReversed();
  if (cursor !== null && rows.length < limit)
    throw new ApiError(
      -1127,
      'Too many rows to look through; name a shorter time with startTime and endTime.',
    );
  return rows.slice(0, limit);
}

/** All rows of a list that other limits keep short, ascending. */
export async function allRows<Row, Cursor>(ask: Ask<Row, Cursor>): Promise<readonly Row[]> {
  const wanted = { after: undefined, start: undefined, end: undefined, limit: PAGE * MOST_PAGES };
  return wantedRows<Row, Cursor>(wanted, ask);
}
