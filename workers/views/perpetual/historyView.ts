import type {
  FundingRow,
  FuturesOrderRow,
  LiquidationRow,
  PositionRow,
} from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import type { FuturesFilter, FuturesHistoryView, FuturesPastLine } from '../../protocol.ts';
import type { Caller } from '../../session/calls.ts';
import type { Words } from '../../session/words.ts';
import type { MarketRow } from '../../streams/marketRows.ts';
import type { LiveView } from '../live.ts';
import { followPositions } from '../live.ts';
import { PagedViewer } from '../pagedView.ts';
import type { Page } from '../pages.ts';
import { named } from '../pages.ts';
import type { ViewDeps } from '../view.ts';
import { fundingLine, liquidationLine, pastOrder, pastPosition } from './past.ts';

/** A row of any tab, which it names. */
export type PastRow =
  | { readonly tab: 'positions'; readonly id: number; readonly row: PositionRow }
  | { readonly tab: 'orders'; readonly id: number; readonly row: FuturesOrderRow }
  | { readonly tab: 'funding'; readonly id: number; readonly row: FundingRow }
  | { readonly tab: 'liquidations'; readonly id: number; readonly row: LiquidationRow };

/** Asks for a page of a tab. @param which positions: those that have ended, or the open ones too. */
export async function askPast(
  call: Caller,
  { tab, market, from, to }: FuturesFilter,
  before: number | null | undefined,
  limit: number,
  which: 'ended' | 'all' = 'ended',
): Promise<Result<Page<PastRow, number>>> {
  const request = {
    limit,
    ...(market === undefined ? {} : { market }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(before === undefined || before === null ? {} : { before }),
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
    case 'funding':
      return fundingLine(past.row, found, words);
    case 'liquidations':
      return liquidationLine(past.row, found, words);
  }
}

/** What was; what happens meanwhile comes by itself. */
export function openFuturesHistory(view: FuturesHistoryView, deps: ViewDeps): LiveView<FuturesHistoryView> {
  const { positionsState, leave } = followPositions(deps);
  const { rows, words } = deps;
  return new PagedViewer<FuturesHistoryView, PastRow, number>(view, {
    asked: ({ tab, market, from, to }) => [tab, market, from, to],
    page: (filter, part) => askPast(deps.call, filter, part.before, part.limit),
    version: () => positionsState.pastVersion,
    frame: (past, end) => ({
      ...end,
      kind: 'futuresHistory',
      lines: past.map((each) => lineOf(each, rows.row(each.row.market), words())),
    }),
    close: leave,
  });
}
