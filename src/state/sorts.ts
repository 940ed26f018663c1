import { proxy } from 'valtio';
import type { Sort } from '../../domain/index.ts';
import { unsorted } from '../../domain/index.ts';

/** The sort of each list of the page, kept while the page is open. */
export const sorts = proxy<Record<string, Sort>>({});

export function sortOf(list: string): Sort {
  return sorts[list] ?? unsorted;
}

export function setSort(list: string, sort: Sort): void {
  sorts[list] = sort;
}
