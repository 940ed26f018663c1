/** 0 none, 1, 2, as a list header stores it. @see specification §4 "Sort state per list header" */
export type SortState = 0 | 1 | 2;
/** Columns by which a list of markets can be sorted. */
export type SortColumn = 'name' | 'price' | 'volume' | 'change';

/** Sort setting of one list; at state 0 the column has no effect. */
export interface Sort {
  readonly column: SortColumn;
  readonly state: SortState;
}

/** The list's own order. */
export const unsorted: Sort = { column: 'name', state: 0 };

/** What a tap on a header does: another column starts at 1; the same column counts on and wraps from 2 to 0. */
export function nextSort(sort: Sort, tapped: SortColumn): Sort {
  if (sort.state === 0 || sort.column !== tapped) return { column: tapped, state: 1 };
  return { column: tapped, state: sort.state === 1 ? 2 : 0 };
}

/**
 * Which way a state sorts: names rise first, since users read A to Z; figures fall first, since users look
 * for the largest. Ours: the specification numbers the states and gives no direction.
 * @returns 1 rising, −1 falling, 0 the list's own order.
 */
export function sortDirection({ column, state }: Sort): -1 | 0 | 1 {
  if (state === 0) return 0;
  const first = column === 'name' ? 1 : -1;
  return state === 1 ? first : first === 1 ? -1 : 1;
}
