import type { PositionRow } from '../../../domain/contract/index.ts';
import type { EndedTrade, Result } from '../../../domain/index.ts';
import { defined } from '../../../domain/index.ts';
import type { ResultsFilter } from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import { allRows } from '../../session/export.ts';

/** Rows of one request, and the most requests: what is older is not counted, and that is said. */
const PAGE = 500;
const MOST_PAGES = 20;

/** A position that has ended. */
export type EndedRow = PositionRow & EndedTrade;

export interface EndedRows {
  /** The newest first, by when they were opened. */
  readonly rows: readonly EndedRow[];
  readonly isCut: boolean;
}

/** Every position of the user that has ended, for a file: `exportTooLong` where there are too many for one. */
export async function allEnded(call: Caller): Promise<Result<readonly EndedRow[]>> {
  const all = await allRows<PositionRow, number>(({ limit, before }) =>
    call('perpetual.positions', { live: false, limit, ...defined({ before }) }),
  );
  return all.ok ? { ok: true, data: all.data.filter(hasEnded) } : all;
}

/** The newest of the positions of the user that have ended. */
export async function endedPositions(call: Caller): Promise<Result<EndedRows>> {
  const rows: EndedRow[] = [];
  let before: number | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const result: Awaited<ReturnType<typeof pageBefore>> = await pageBefore(call, before);
    if (!result.ok) return result;
    rows.push(...result.data.rows.filter(hasEnded));
    before = result.data.next;
    if (before === null) break;
  }
  return { ok: true, data: { rows, isCut: before !== null } };
}

const pageBefore = (call: Caller, before: number | null) =>
  call('perpetual.positions', { live: false, limit: PAGE, ...defined({ before: before ?? undefined }) });

const hasEnded = (row: PositionRow): row is EndedRow => row.closedAt !== null;

/** Those that a filter counts, the one that ended last first. */
export function countedTrades(
  rows: readonly EndedRow[],
  { from = 0, to = Number.POSITIVE_INFINITY, market, only }: ResultsFilter,
): readonly EndedRow[] {
  const chosen = only && new Set(only);
  return rows
    .filter(({ closedAt }) => closedAt >= from && closedAt <= to)
    .filter((row) => market === undefined || row.market === market)
    .filter(({ id }) => chosen?.has(id) ?? true)
    .sort((a, b) => b.closedAt - a.closedAt || b.id - a.id);
}
