import type { RecordRow } from '../../domain/contract/index.ts';
import type { Refusal } from '../../domain/index.ts';
import { amountText, signedAmountText, signOf } from '../../domain/index.ts';
import type { RecordsFilter, RecordsFrame, RecordsView } from '../protocol.ts';
import type { LiveView, ViewDeps } from './view.ts';

const PAGE = 50;
/** No reader scrolls further; the CSV has all. */
const MOST_ROWS = 5_000;

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
  #view: RecordsView;
  #rows: readonly RecordRow[] = [];
  #next: string | null = null;
  #isLoaded = false;
  #isLoading = false;
  #failed: Refusal | undefined;
  #isChanged = true;
  /** The state of the funds that the newest row was read at. */
  #seen = -1;
  /** Rises when something else is asked for: answers to what was asked before are void. */
  #turn = 0;

  constructor(view: RecordsView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    void this.#loadNewest();
  }

  update(view: RecordsView): void {
    const isSame = JSON.stringify(recordsRequest(view)) === JSON.stringify(recordsRequest(this.#view));
    this.#view = view;
    if (!isSame) {
      this.#turn += 1;
      this.#rows = [];
      this.#next = null;
      this.#isLoaded = false;
      this.#isLoading = false;
      this.#isChanged = true;
    }
    if (!isSame || this.#failed) void this.#loadNewest();
    else void this.#loadMore();
  }

  refresh(): void {
    this.#isChanged = true;
  }

  close(): void {
    this.#turn += 1;
  }

  frame(): RecordsFrame | undefined {
    if (this.#isLoaded && !this.#isLoading && this.#deps.funds.version !== this.#seen)
      void this.#loadNewest();
    if (!this.#isChanged) return undefined;
    this.#isChanged = false;
    const { style, clockTime, date } = this.#deps.words();
    return {
      kind: 'records',
      rows: this.#rows.map(({ id, account, asset, kind, amount, balance, at }) => ({
        id,
        account,
        asset,
        movement: kind,
        amount: signedAmountText(amount, style),
        direction: signOf(amount),
        balance: amountText(balance, style),
        time: `${date(at)} ${clockTime(at)}`,
      })),
      more: this.#next !== null && this.#rows.length < MOST_ROWS,
      loading: this.#isLoading,
      ...(this.#failed ? { failed: this.#failed } : {}),
    };
  }

  /** The newest page, put before what is here already. */
  #loadNewest(): Promise<void> {
    this.#seen = this.#deps.funds.version;
    return this.#load(undefined, ({ rows, next }) => {
      const oldest = rows.at(-1)?.id;
      const overlap = this.#rows.findIndex(({ id }) => id === oldest);
      const isJoined = this.#isLoaded && overlap >= 0;
      this.#rows = isJoined ? [...rows, ...this.#rows.slice(overlap + 1)] : rows;
      if (!isJoined) this.#next = next;
      this.#isLoaded = true;
    });
  }

  #loadMore(): Promise<void> {
    const before = this.#next;
    const isEnough = this.#rows.length >= Math.min(this.#view.want, MOST_ROWS);
    if (before === null || isEnough || !this.#isLoaded) return Promise.resolve();
    return this.#load(before, ({ rows, next }) => {
      this.#rows = [...this.#rows, ...rows];
      this.#next = next;
    });
  }

  async #load(before: string | undefined, take: (page: Page) => void): Promise<void> {
    if (this.#isLoading) return;
    const turn = this.#turn;
    this.#isLoading = true;
    this.#failed = undefined;
    this.#isChanged = true;
    const result = await this.#deps.call('account.records', {
      ...recordsRequest(this.#view),
      limit: PAGE,
      ...(before === undefined ? {} : { before }),
    });
    if (turn !== this.#turn) return;
    this.#isLoading = false;
    this.#isChanged = true;
    if (!result.ok) {
      this.#failed = result.error;
      return;
    }
    take(result.data);
    await this.#loadMore();
  }
}

interface Page {
  readonly rows: readonly RecordRow[];
  readonly next: string | null;
}
