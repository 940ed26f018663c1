import type { CycleRow } from '../../../domain/contract/index.ts';
import type { Refusal } from '../../../domain/index.ts';
import type { AccountEvent } from '../../streams/account.ts';
import type { ViewDeps } from '../view.ts';
import { endOf } from './line.ts';

/** Contracts that have just ended and are shown beside those that run. */
const MOST_ENDED = 8;
/** A result that is so late, ms, is asked for; and again after as long. */
const LATE_MS = 3_000;
const MOST_LIVE = 200;

/** The running contracts of whoever is logged in, and those that end while somebody looks. */
export class Contracts {
  readonly #deps: ViewDeps;
  readonly #rows = new Map<number, CycleRow>();
  /** Whose contracts these are. */
  #owner: string | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  isKnown = false;
  failed: Refusal | undefined;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
  }

  /** Running ones, the one that ends first before the others. */
  get live(): readonly CycleRow[] {
    return [...this.#rows.values()]
      .filter(({ outcome }) => outcome === null)
      .sort((a, b) => a.endsAt - b.endsAt || a.id - b.id);
  }
  /** Ended ones, the latest first. */
  get ended(): readonly CycleRow[] {
    return [...this.#rows.values()]
      .filter(({ outcome }) => outcome !== null)
      .sort((a, b) => endOf(b) - endOf(a) || b.id - a.id)
      .slice(0, MOST_ENDED);
  }

  take(event: AccountEvent): void {
    if (event.kind === 'cleared') return;
    // After a snapshot something may have been missed.
    if ('snapshot' in event) void this.#load(event.snapshot.uid);
    else if (event.row.type === 'cycle') this.#put(event.row.body);
  }

  /** Asks for what has not been told. Called at each look. */
  look(): void {
    const { funds, clock, ages } = this.#deps;
    if (funds.uid !== this.#owner) this.#forget(funds.uid);
    if (funds.uid === undefined || clock.monotonic() - this.#askedAt < LATE_MS) return;
    if (!this.isKnown) {
      void this.#load(funds.uid);
      return;
    }
    const now = ages.serverNow();
    const late = this.live.filter(({ endsAt }) => now - endsAt >= LATE_MS);
    if (late.length > 0) void this.#askFor(late);
  }

  close(): void {
    this.#isClosed = true;
  }

  #forget(owner: string | undefined): void {
    this.#rows.clear();
    this.#owner = owner;
    this.isKnown = false;
    this.failed = undefined;
    this.#askedAt = Number.NEGATIVE_INFINITY;
  }

  async #load(owner: string): Promise<void> {
    if (owner !== this.#owner) this.#forget(owner);
    this.#askedAt = this.#deps.clock.monotonic();
    const before = this.live;
    const result = await this.#deps.call('cycle.list', { live: true, limit: MOST_LIVE });
    if (this.#isClosed || owner !== this.#owner) return;
    this.failed = result.ok ? undefined : result.error;
    if (!result.ok) return;
    this.isKnown = true;
    for (const row of result.data.rows) this.#put(row);
    const gone = before.filter(({ id }) => !result.data.rows.some((row) => row.id === id));
    if (gone.length > 0) await this.#askFor(gone);
  }

  async #askFor(rows: readonly CycleRow[]): Promise<void> {
    const owner = this.#owner;
    this.#askedAt = this.#deps.clock.monotonic();
    for (const { id } of rows) {
      const result = await this.#deps.call('cycle.detail', { id });
      if (this.#isClosed || owner !== this.#owner) return;
      if (result.ok) this.#put(result.data.contract);
    }
  }

  /** A newer state has a higher version; an older one that comes late is left out. */
  #put(row: CycleRow): void {
    if (row.version > (this.#rows.get(row.id)?.version ?? 0)) this.#rows.set(row.id, row);
    const shown = new Set(this.ended.map(({ id }) => id));
    for (const [id, { outcome }] of this.#rows) if (outcome !== null && !shown.has(id)) this.#rows.delete(id);
  }
}
