import type { Refusal, Result } from '../../domain/index.ts';

export interface Page<Row, Next> {
  readonly rows: readonly Row[];
  /** Where the next page begins; null at the end. */
  readonly next: Next | null;
}

/** An answered page with each row as a list names it. */
export function named<Row, Named, Next>(
  result: Result<Page<Row, Next>>,
  name: (row: Row) => Named,
): Result<Page<Named, Next>> {
  if (!result.ok) return result;
  return { ok: true, data: { rows: result.data.rows.map(name), next: result.data.next } };
}

/** No reader scrolls further; the CSV has all. */
const MOST_ROWS = 5_000;

/** A list that is read page by page as far as its reader scrolls, newest first; new rows come at its top. */
export class Pages<Row extends { readonly id: Next }, Next> {
  readonly #ask: (before: Next | undefined) => Promise<Result<Page<Row, Next>>>;
  #rows: readonly Row[] = [];
  #next: Next | null = null;
  #isLoaded = false;
  #isLoading = false;
  #want: number;
  /** Rises when something else is asked for: answers to what was asked before are void. */
  #turn = 0;
  failed: Refusal | undefined;
  /** Whether anything has changed since it was looked at. */
  isChanged = true;

  constructor(ask: (before: Next | undefined) => Promise<Result<Page<Row, Next>>>, want: number) {
    this.#ask = ask;
    this.#want = want;
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }
  get isLoading(): boolean {
    return this.#isLoading;
  }
  /** Whether the last question has its answer, or has failed. */
  get isSettled(): boolean {
    return !this.#isLoading && (this.#isLoaded || this.failed !== undefined);
  }
  get hasMore(): boolean {
    return this.#next !== null && this.#rows.length < MOST_ROWS;
  }

  /** Other rows are asked for from here on. */
  restart(want: number): void {
    this.#turn += 1;
    this.#rows = [];
    this.#next = null;
    this.#isLoaded = false;
    this.#isLoading = false;
    this.#want = want;
    this.isChanged = true;
    void this.loadNewest();
  }

  /** The reader scrolls, or asks again after a failure. */
  more(want: number): void {
    this.#want = want;
    if (this.failed) void this.loadNewest();
    else void this.#loadMore();
  }

  close(): void {
    this.#turn += 1;
  }

  /** The newest page, put before what is here already; rows of the same number are renewed. */
  loadNewest(): Promise<void> {
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
    const isEnough = this.#rows.length >= Math.min(this.#want, MOST_ROWS);
    if (before === null || isEnough || !this.#isLoaded) return Promise.resolve();
    return this.#load(before, ({ rows, next }) => {
      this.#rows = [...this.#rows, ...rows];
      this.#next = next;
    });
  }

  async #load(before: Next | undefined, take: (page: Page<Row, Next>) => void): Promise<void> {
    if (this.#isLoading) return;
    const turn = this.#turn;
    this.#isLoading = true;
    this.failed = undefined;
    this.isChanged = true;
    const result = await this.#ask(before);
    if (turn !== this.#turn) return;
    this.#isLoading = false;
    this.isChanged = true;
    if (!result.ok) {
      this.failed = result.error;
      return;
    }
    take(result.data);
    await this.#loadMore();
  }
}
