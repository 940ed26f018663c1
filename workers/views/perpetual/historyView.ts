import type {
  FundingRow,
  FuturesOrderRow,
  LiquidationRow,
  PositionRow,
} from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import type {
  FuturesFilter,
  FuturesHistoryFrame,
  FuturesHistoryView,
  FuturesPastLine,
} from '../../protocol.ts';
import type { Caller } from '../../session/calls.ts';
import type { Words } from '../../session/words.ts';
import type { MarketRow } from '../../streams/marketRows.ts';
import type { Page } from '../pages.ts';
import { Pages } from '../pages.ts';
import type { LiveView, ViewDeps } from '../view.ts';
import type { Desk } from './desk.ts';
import { openDesk } from './desk.ts';
import { fundingLine, liquidationLine, pastOrder, pastPosition } from './past.ts';

const PAGE = 50;

/** A row of any tab, which it names. */
export type PastRow =
  | { readonly tab: 'positions'; readonly id: number; readonly row: PositionRow }
  | { readonly tab: 'orders'; readonly id: number; readonly row: FuturesOrderRow }
  | { readonly tab: 'funding'; readonly id: number; readonly row: FundingRow }
  | { readonly tab: 'liquidations'; readonly id: number; readonly row: LiquidationRow };

/** Asks for a page of a tab. */
export async function askPast(
  call: Caller,
  { tab, market, from, to }: FuturesFilter,
  before: number | null | undefined,
  limit: number,
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
      return named(await call('perpetual.positions', { ...request, live: false }), (row) => ({
        tab,
        id: row.id,
        row,
      }));
    case 'orders':
      return named(await call('perpetual.orders', request), (row) => ({ tab, id: row.id, row }));
    case 'funding':
      return named(await call('perpetual.funding', request), (row) => ({ tab, id: row.id, row }));
    case 'liquidations':
      return named(await call('perpetual.liquidations', request), (row) => ({ tab, id: row.id, row }));
  }
}

function named<Row>(
  result: Result<Page<Row, number>>,
  name: (row: Row) => PastRow,
): Result<Page<PastRow, number>> {
  if (!result.ok) return result;
  return { ok: true, data: { rows: result.data.rows.map(name), next: result.data.next } };
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

const filterOf = ({ tab, market, from, to }: FuturesFilter): string =>
  JSON.stringify([tab, market, from, to]);

/** What was, page by page as far as the reader scrolls; what happens meanwhile comes by itself. */
export class FuturesHistoryViewer implements LiveView<FuturesHistoryView> {
  readonly #deps: ViewDeps;
  readonly #pages: Pages<PastRow, number>;
  readonly #desk: Desk;
  readonly #leave: () => void;
  #view: FuturesHistoryView;
  #seen = -1;

  constructor(view: FuturesHistoryView, deps: ViewDeps) {
    const { desk, leave } = openDesk(deps);
    this.#view = view;
    this.#deps = deps;
    this.#desk = desk;
    this.#leave = leave;
    this.#pages = new Pages((before) => askPast(deps.call, this.#view, before, PAGE), view.want);
    this.#loadNewest();
  }

  update(view: FuturesHistoryView): void {
    const isSame = filterOf(view) === filterOf(this.#view);
    this.#view = view;
    if (isSame) this.#pages.more(view.want);
    else this.#pages.restart(view.want);
  }

  refresh(): void {
    this.#pages.isChanged = true;
  }

  close(): void {
    this.#pages.close();
    this.#leave();
  }

  frame(): FuturesHistoryFrame | undefined {
    const pages = this.#pages;
    const { rows, words } = this.#deps;
    if (pages.isSettled && this.#desk.pastVersion !== this.#seen) this.#loadNewest();
    if (!pages.isChanged) return undefined;
    pages.isChanged = false;
    return {
      kind: 'futuresHistory',
      lines: pages.rows.map((past) => lineOf(past, rows.row(past.row.market), words())),
      more: pages.hasMore,
      loading: pages.isLoading,
      ...(pages.failed ? { failed: pages.failed } : {}),
    };
  }

  #loadNewest(): void {
    this.#seen = this.#desk.pastVersion;
    void this.#pages.loadNewest();
  }
}
