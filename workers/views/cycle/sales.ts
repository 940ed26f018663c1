import type { Calls, CycleRow, ResponseOf } from '../../../domain/contract/index.ts';
import { NO_FIGURE, SALE_MARGIN, saleRefusal, worthText } from '../../../domain/index.ts';
import type { CycleSaleLine } from '../../protocol.ts';
import type { ViewDeps } from '../view.ts';
import { rateText } from './line.ts';

type Answer = ResponseOf<Calls['cycle.sales']>;

/** How often prices are asked for, ms, and how long one is shown. */
const EVERY_MS = 1_500;
const SHOWN_MS = 4_000;

/** What running contracts would be bought back for, asked for while one that can be sold is looked at. */
export class Sales {
  readonly #deps: ViewDeps;
  #sales = new Map<number, Answer['sales'][number]>();
  /** Whose they are. */
  #owner: string | undefined;
  #knownAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isAsking = false;
  #isClosed = false;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
  }

  /** Asks when it is time. Called at each look, with what runs: while nobody looks, nothing is asked. */
  look(live: readonly CycleRow[]): void {
    const { clock, ages, funds } = this.#deps;
    if (funds.uid !== this.#owner) {
      this.#owner = funds.uid;
      this.#sales.clear();
    }
    const now = ages.serverNow();
    const isDue = clock.monotonic() - this.#askedAt >= EVERY_MS && !this.#isAsking;
    if (isDue && funds.uid !== undefined && live.some((row) => mayBeSold(row, now))) void this.#ask();
  }

  /** A contract's price as people read it, rounded down; dashes while there is none. Null for one that has ended. */
  of(row: CycleRow): CycleSaleLine | null {
    if (row.outcome !== null) return null;
    const { clock, ages, words } = this.#deps;
    const { style } = words();
    const kept = rateText(SALE_MARGIN, style);
    const sale = this.#sales.get(row.id);
    const isFresh = clock.monotonic() - this.#knownAt <= SHOWN_MS;
    if (!sale || !isFresh || ages.serverNow() > sale.until)
      return { price: NO_FIGURE, least: NO_FIGURE, kept };
    const { id, price, least } = sale;
    return { price: worthText(price, style), least: worthText(least, style), kept, order: { id, least } };
  }

  close(): void {
    this.#isClosed = true;
  }

  async #ask(): Promise<void> {
    const { call, clock } = this.#deps;
    const owner = this.#owner;
    const askedAt = clock.monotonic();
    this.#isAsking = true;
    this.#askedAt = askedAt;
    const result = await call('cycle.sales', {});
    this.#isAsking = false;
    if (this.#isClosed || owner !== this.#owner || !result.ok) return;
    this.#sales = new Map(result.data.sales.map((sale) => [sale.id, sale]));
    // A price is as old as its question: how long the answer was on its way nobody knows.
    this.#knownAt = askedAt;
  }
}

const mayBeSold = ({ outcome, entry, endsAt, cycle }: CycleRow, now: number): boolean =>
  outcome === null && saleRefusal({ entry: entry?.price, endsAt, cycle }, now) === undefined;
