import type { MarkRow } from '../../../domain/contract/index.ts';
import type { Dec, FundingInterval, Market, MarkState } from '../../../domain/index.ts';
import {
  D,
  fundingRate,
  isTrading,
  markPrice,
  medianPrice,
  nextFundingAt,
  premiumOf,
  smoothedBasis,
  toText,
} from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { MarketSource } from '../source.ts';
import type { MarkBoard } from './board.ts';

/** A market as positions in it are valued. Prices quote per base. */
export interface Mark {
  readonly mark: Dec;
  readonly index: Dec;
  /** Of the last trade. */
  readonly last: Dec;
  readonly state: MarkState;
}

/** Premiums of the funding interval under way. */
export interface Premium {
  readonly dueAt: number;
  readonly total: D;
  readonly count: number;
}

interface Entry {
  readonly market: Market;
  mark: Dec;
  index: Dec;
  basis: Dec | undefined;
  basisAt: number;
  /** When it was first looked at. */
  readonly basisSince: number;
  premium: Premium;
  row: MarkRow;
}

/** ms between two looks at what has changed, and at how far a perpetual is from its index. */
const CHECK_MS = 250;
const PREMIUM_MS = 5_000;
const PREMIUM_PLACES = 12;

const meanOf = ({ total, count }: Pick<Premium, 'total' | 'count'>): Dec =>
  toText(count === 0 ? new D(0) : total.div(count).toDecimalPlaces(PREMIUM_PLACES, D.ROUND_HALF_UP));

const isPerpetual = ({ kind }: Market): boolean => kind !== 'spot';

export interface MarksDeps {
  readonly source: MarketSource;
  readonly clock: ServerClock;
  readonly hours: FundingInterval;
  /** Whether the source has been silent for too long; of one market, or as a whole. */
  readonly isStale: (id?: string) => boolean;
}

/**
 * Mark and index of every perpetual. The index is the median of the base's last trades on spot at the
 * source's venues; a market without spot is its own index. The mark is the index plus the smoothed basis,
 * within a band.
 * @see trading rules §1 "Mark, index, last"
 */
export class Marks implements MarkBoard {
  readonly #deps: MarksDeps;
  readonly #entries = new Map<string, Entry>();
  readonly #lasts = new Map<string, Dec>();
  /** Markets that rest on the price of a spot market. */
  readonly #on = new Map<string, string[]>();
  /** Rates of premiums: a mark moves dozens of times between two samples, which leave a new premium each. */
  readonly #rates = new WeakMap<Pick<Premium, 'total' | 'count'>, Dec>();
  readonly #changed = new Set<string>();
  readonly #listeners = new Set<(rows: readonly MarkRow[]) => void>();
  #version = '';
  /** Whether a market had no price at the last check. */
  #isWaiting = false;
  /** The source's freshness at the last check. */
  #freshness = '';
  #stops: (() => void)[] = [];

  constructor(deps: MarksDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { source, clock } = this.#deps;
    for (const { id, last } of source.tickers()) this.#lasts.set(id, last);
    this.#list();
    this.#stops = [
      source.subscribe((event) => {
        if (event.kind === 'tickers') for (const { id, last } of event.rows) this.#received(id, last);
        else if (event.kind === 'trades')
          for (const { price } of event.trades) this.#received(event.id, price);
      }),
      clock.every(CHECK_MS, () => this.check()),
      clock.every(PREMIUM_MS, () => this.#sample()),
    ];
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  /** Undefined for what is no perpetual, or has had no price yet. */
  of(id: string): Mark | undefined {
    // A market that has just closed must not appear live until the next check.
    if (this.#version !== this.#deps.source.version) this.#list();
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    const { mark, index, market } = entry;
    return { mark, index, last: this.#lasts.get(id) ?? mark, state: this.#stateOf(market) };
  }

  rows(): readonly MarkRow[] {
    return [...this.#entries.values()].map(({ row }) => row);
  }

  onMarks(listener: (rows: readonly MarkRow[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Every market that has had a price. */
  get markets(): Iterable<string> {
    return this.#entries.keys();
  }

  /** The premium that a market's funding is computed from. */
  premiumOf(id: string): Premium | undefined {
    return this.#entries.get(id)?.premium;
  }

  /**
   * Resumes premiums stored before a restart, also of an interval that has ended meanwhile.
   * @returns false for a market that has had no price yet.
   */
  restore(id: string, premium: Premium): boolean {
    const entry = this.#entries.get(id);
    if (entry && premium.dueAt <= entry.premium.dueAt) entry.premium = premium;
    return entry !== undefined;
  }

  /** The spot market that a perpetual's index is of; undefined where it is its own index. */
  spotOf(market: Market): string | undefined {
    const spot = spotOf(market);
    return this.#lasts.has(spot) ? spot : undefined;
  }

  /** The rate of a funding interval: of the mean premium, or of none when nothing was seen. */
  rateOf(premium: Pick<Premium, 'total' | 'count'>): Dec {
    let rate = this.#rates.get(premium);
    if (rate === undefined) {
      rate = fundingRate(meanOf(premium), this.#deps.hours);
      this.#rates.set(premium, rate);
    }
    return rate;
  }

  /** The interval that has ended is settled: premiums are those of the one after it. */
  next(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.premium = {
      dueAt: nextFundingAt(entry.premium.dueAt, this.#deps.hours),
      total: new D(0),
      count: 0,
    };
    this.#changed.add(id);
  }

  #received(id: string, last: Dec): void {
    this.#lasts.set(id, last);
    if (this.#entries.has(id)) this.#changed.add(id);
    for (const each of this.#on.get(id) ?? []) this.#changed.add(each);
  }

  /** Reads the markets and publishes the marks that have changed. */
  check(): void {
    const freshness = `${this.#deps.isStale()} ${this.#deps.source.live?.freshness ?? ''}`;
    if (this.#isWaiting || this.#version !== this.#deps.source.version) this.#list();
    if (freshness !== this.#freshness) for (const id of this.#entries.keys()) this.#changed.add(id);
    this.#freshness = freshness;
    if (this.#changed.size === 0) return;
    const rows: MarkRow[] = [];
    for (const id of this.#changed) {
      const entry = this.#entries.get(id);
      if (entry && this.#value(entry)) rows.push(entry.row);
    }
    this.#changed.clear();
    if (rows.length > 0) for (const publish of this.#listeners) publish(rows);
  }

  /** @returns whether anything has changed. */
  #value(entry: Entry): boolean {
    const { market } = entry;
    const now = this.#deps.clock.now();
    const state = this.#stateOf(market);
    if (state === 'live') {
      const index = this.#indexOf(market);
      const last = this.#lasts.get(market.id);
      if (index !== undefined && last !== undefined) {
        const age = entry.basisAt - entry.basisSince;
        entry.basis = smoothedBasis(entry.basis, last, index, Math.max(0, now - entry.basisAt), age);
        entry.basisAt = now;
        entry.index = index;
        entry.mark = markPrice(index, entry.basis, market.tick);
      }
    }
    const { premium, mark, index } = entry;
    const row: MarkRow = [market.id, mark, index, this.rateOf(premium), premium.dueAt, state];
    const isSame = row.every((value, i) => value === entry.row[i]);
    entry.row = row;
    return !isSame;
  }

  #stateOf({ id, status }: Market): MarkState {
    if (!isTrading(status)) return 'closed';
    return this.#deps.isStale(id) ? 'stale' : 'live';
  }

  /** The middle of what live venues say of the spot market; of the one source where there are none. */
  #indexOf(market: Market): Dec | undefined {
    const id = spotOf(market);
    const spot = this.#lasts.get(id);
    if (spot === undefined) return this.#lasts.get(market.id);
    const prices = this.#deps.source.live?.prices(id) ?? [];
    return medianPrice(prices.length > 0 ? prices : [spot]);
  }

  /** Takes in markets that are new, and those that have opened or closed. */
  #list(): void {
    const { source, clock, hours } = this.#deps;
    this.#version = source.version;
    this.#isWaiting = false;
    this.#on.clear();
    for (const market of source.markets().filter(isPerpetual)) {
      const { id } = market;
      const spot = spotOf(market);
      this.#on.set(spot, [...(this.#on.get(spot) ?? []), id]);
      this.#changed.add(id);
      const known = this.#entries.get(id);
      if (known) {
        this.#entries.set(id, { ...known, market });
        continue;
      }
      const index = this.#indexOf(market);
      if (index === undefined) {
        this.#isWaiting = true;
        continue;
      }
      const now = clock.now();
      const premium = { dueAt: nextFundingAt(now, hours), total: new D(0), count: 0 };
      const entry: Entry = {
        market,
        index,
        mark: index,
        basis: undefined,
        basisAt: now,
        basisSince: now,
        premium,
        row: [id, index, index, '0', premium.dueAt, 'stale'],
      };
      this.#entries.set(id, entry);
      this.#value(entry);
    }
  }

  #sample(): void {
    const now = this.#deps.clock.now();
    const due = nextFundingAt(now, this.#deps.hours);
    for (const entry of this.#entries.values()) {
      // Listed or settled while the clock ran ahead: nobody would settle what is due until then.
      if (entry.premium.dueAt > due) {
        entry.premium = { dueAt: due, total: new D(0), count: 0 };
        this.#changed.add(entry.market.id);
      }
      const { market, premium, index } = entry;
      const last = this.#lasts.get(market.id);
      if (last === undefined || this.#stateOf(market) !== 'live') continue;
      if (now >= premium.dueAt) continue;
      const total = premium.total.plus(premiumOf(last, index));
      entry.premium = { ...premium, total, count: premium.count + 1 };
      this.#changed.add(market.id);
    }
  }
}

const spotOf = ({ base }: Market): string => `${base}-USDT`;
