import { map } from 'rxjs';
import type {
  FundingRow,
  FuturesFillRow,
  FuturesOrderRow,
  LiquidationRow,
  PositionRow,
} from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import { defined } from '../../../domain/index.ts';
import type {
  FuturesFilter,
  FuturesHistoryFrame,
  FuturesHistoryView,
  FuturesPastLine,
} from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import type { Words } from '../../session/words.ts';
import type { MarketRow } from '../../streams/marketRows.ts';
import { positionsIn } from '../../streams/positions/index.ts';
import { pagedView } from '../pagedView.ts';
import type { Page } from '../pages.ts';
import { named } from '../pages.ts';
import { fillLine, fundingLine, liquidationLine, pastOrder, pastPosition } from './past.ts';

/** A row of any tab, which it names. */
export type PastRow =
  | { readonly tab: 'positions'; readonly id: number; readonly row: PositionRow }
  | { readonly tab: 'orders'; readonly id: number; readonly row: FuturesOrderRow }
  | { readonly tab: 'fills'; readonly id: number; readonly row: FuturesFillRow }
  | { readonly tab: 'funding'; readonly id: number; readonly row: FundingRow }
  | { readonly tab: 'liquidations'; readonly id: number; readonly row: LiquidationRow };

/** Requests a page of a tab. @param which positions: those that have ended, or the open ones too. */
export async function requestPast(
  call: Caller,
  { tab, market, from, to }: FuturesFilter,
  before: number | null | undefined,
  limit: number,
  which: 'ended' | 'all' = 'ended',
): Promise<Result<Page<PastRow, number>>> {
  const request = {
    limit,
    ...defined({ market, from, to, before: before ?? undefined }),
  };
  switch (tab) {
    case 'positions':
      return named(
        await call('perpetual.positions', which === 'all' ? request : { ...request, live: false }),
        (row) => ({
          tab,
          id: row.id,
          row,
        }),
      );
    case 'orders':
      return named(await call('perpetual.orders', request), (row) => ({ tab, id: row.id, row }));
    case 'fills':
      return named(await call('perpetual.fills', request), (row) => ({ tab, id: row.id, row }));
    case 'funding':
      return named(await call('perpetual.funding', request), (row) => ({ tab, id: row.id, row }));
    case 'liquidations':
      return named(await call('perpetual.liquidations', request), (row) => ({ tab, id: row.id, row }));
  }
}

function lineOf(past: PastRow, found: MarketRow | undefined, words: Words): FuturesPastLine {
  switch (past.tab) {
    case 'positions':
      return pastPosition(past.row, found, words);
    case 'orders':
      return pastOrder(past.row, found, words);
    case 'fills':
      return fillLine(past.row, found, words);
    case 'funding':
      return fundingLine(past.row, found, words);
    case 'liquidations':
      return liquidationLine(past.row, found, words);
  }
}

/** What was; what happens meanwhile comes by itself. */
export const futuresHistoryView = pagedView<number>()({
  request: ({ tab, market, from, to }: FuturesHistoryView) => ({ tab, ...defined({ market, from, to }) }),
  page: ({ call }, { before, limit, ...filter }) => requestPast(call, filter, before, limit),
  version$: ({ streams }) => positionsIn(streams).pipe(map(({ pastVersion }) => pastVersion)),
  frame: (past, end, { rows, words }): FuturesHistoryFrame => ({
    ...end,
    kind: 'futuresHistory',
    lines: past.map((each) => lineOf(each, rows.row(each.row.market), words())),
  }),
});
