import type { RecordRow } from '../../domain/contract/index.ts';
import { amountText, signedAmountText, signOf } from '../../domain/index.ts';
import type { RecordsFilter, RecordsFrame, RecordsView } from '../protocol.ts';
import { Pages } from './pages.ts';
import type { LiveView, ViewDeps } from './view.ts';

const PAGE = 50;

/** The request's part of a filter. */
export function recordsRequest({ asset, account, movement, from, to }: RecordsFilter) {
  return {
    ...(asset === undefined ? {} : { asset }),
    ...(account === undefined ? {} : { account }),
    ...(movement === undefined ? {} : { kind: movement }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** Movements of money, page by page as far as the reader scrolls; new ones come by themselves. */
export class RecordsViewer implements LiveView<RecordsView> {
  readonly #deps: ViewDeps;
  readonly #pages: Pages<RecordRow, string>;
  #view: RecordsView;
  /** The state of the funds that the newest row was read at. */
  #seen = -1;

  constructor(view: RecordsView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#pages = new Pages(
      (before) =>
        deps.call('account.records', {
          ...recordsRequest(this.#view),
          limit: PAGE,
          ...(before === undefined ? {} : { before }),
        }),
      view.want,
    );
    this.#loadNewest();
  }

  update(view: RecordsView): void {
    const isSame = JSON.stringify(recordsRequest(view)) === JSON.stringify(recordsRequest(this.#view));
    this.#view = view;
    if (isSame) this.#pages.more(view.want);
    else this.#pages.restart(view.want);
  }

  refresh(): void {
    this.#pages.isChanged = true;
  }

  close(): void {
    this.#pages.close();
  }

  frame(): RecordsFrame | undefined {
    const pages = this.#pages;
    if (pages.isSettled && this.#deps.funds.version !== this.#seen) this.#loadNewest();
    if (!pages.isChanged) return undefined;
    pages.isChanged = false;
    const { style, clockTime, date } = this.#deps.words();
    return {
      kind: 'records',
      rows: pages.rows.map(({ id, account, asset, kind, amount, balance, at }) => ({
        id,
        account,
        asset,
        movement: kind,
        amount: signedAmountText(amount, style),
        direction: signOf(amount),
        balance: amountText(balance, style),
        time: `${date(at)} ${clockTime(at)}`,
      })),
      more: pages.hasMore,
      loading: pages.isLoading,
      ...(pages.failed ? { failed: pages.failed } : {}),
    };
  }

  #loadNewest(): void {
    this.#seen = this.#deps.funds.version;
    void this.#pages.loadNewest();
  }
}
