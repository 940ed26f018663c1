import type { Dec, IndexTick } from '../../../domain/index.ts';
import { INDEX_STEP_MS, nextTick, RuleError } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import { headsOf } from './ticks.ts';
import type { Venues } from './venues.ts';

/** A price that was read and is not stored yet. */
interface Reading {
  readonly asset: string;
  readonly at: number;
  readonly price: Dec;
}

/** Readings that may wait for the database; older ones are given up, and their seconds have no index. */
const MOST_WAITING = 20_000;
/** A clock that is put back by less, ms, has contracts begin that much ahead of it. */
const MOST_BEHIND_MS = 10_000;

/**
 * Reads the index of each asset in use once a second and stores it. Reading never waits for storing: a slow
 * database makes ticks late, not missing.
 */
export class IndexRecorder {
  readonly #venues: Venues;
  readonly #db: Database;
  readonly #needs = new Map<string, number>();
  readonly #heads = new Map<string, IndexTick | undefined>();
  #waiting: Reading[] = [];
  /** The newest second that has been read, ms UTC. It never goes back, not even when the clock does. */
  #mark: number;

  constructor(venues: Venues, db: Database, clock: ServerClock) {
    this.#venues = venues;
    this.#db = db;
    this.#mark = secondOf(clock.now());
  }

  /** Takes up the index where it was left, however the clock has moved meanwhile. */
  async start(): Promise<void> {
    await this.#load(new Set(this.#venues.assets().map(({ id }) => id)));
    for (const head of this.#heads.values()) this.#mark = Math.max(this.#mark, head?.at ?? 0);
  }

  /**
   * When something can be accepted at the earliest, ms UTC: a second that has been read is over, whatever the clock says.
   * @throws {RuleError} `marketStale` while the clock stands so far behind that this would lie far ahead.
   */
  earliest(now: number): number {
    if (this.#mark - now > MOST_BEHIND_MS) throw new RuleError('marketStale');
    return Math.max(now, this.#mark);
  }

  /** An asset's index is recorded at least until this moment, ms UTC. */
  need(asset: string, until: number): void {
    this.#needs.set(asset, Math.max(until, this.#needs.get(asset) ?? 0));
  }

  /** Whether an asset is recorded, or a reading waits. */
  get isNeeded(): boolean {
    return this.#needs.size > 0 || this.#waiting.length > 0;
  }

  /** Reads the index of a second that has begun. @returns whether one has. A second that was missed stays without. */
  take(now: number): boolean {
    const mark = secondOf(now);
    if (mark <= this.#mark) return false;
    this.#mark = mark;
    for (const [asset, until] of this.#needs) if (until < mark) this.#needs.delete(asset);
    if (this.#needs.size > 0)
      for (const [asset, price] of this.#venues.prices(this.#needs.keys()))
        this.#waiting.push({ asset, at: mark, price });
    return true;
  }

  /** Stores what was read. @returns the moment up to and including which nothing more will come. */
  async flush(): Promise<number> {
    const upTo = this.#mark;
    const readings = this.#waiting;
    if (readings.length === 0) return upTo;
    this.#waiting = [];
    try {
      await this.#load(new Set(readings.map(({ asset }) => asset)));
      await this.#append(readings);
    } catch (error) {
      // What is stored is the truth: the chain goes on from there, with what could not be stored now.
      this.#heads.clear();
      this.#waiting = [...readings, ...this.#waiting].slice(-MOST_WAITING);
      throw error;
    }
    return upTo;
  }

  async #append(readings: readonly Reading[]): Promise<void> {
    const heads = new Map(this.#heads);
    const ticks = readings.flatMap(({ asset, at, price }) => {
      const last = heads.get(asset);
      if (last && at <= last.at) return [];
      const tick = nextTick(asset, last, at, price);
      heads.set(asset, tick);
      return [{ ...tick, asset }];
    });
    await this.#write(ticks);
    for (const [asset, head] of heads) this.#heads.set(asset, head);
  }

  async #load(assets: ReadonlySet<string>): Promise<void> {
    const unknown = [...assets].filter((asset) => !this.#heads.has(asset));
    if (unknown.length === 0) return;
    const found = await headsOf(this.#db, unknown);
    for (const asset of unknown) this.#heads.set(asset, found.get(asset));
  }

  async #write(ticks: readonly (IndexTick & { asset: string })[]): Promise<void> {
    await this.#db.query(
      `insert into cycle_tick (asset, seq, at, price, hash)
       select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::numeric[], $5::text[])`,
      [
        ticks.map(({ asset }) => asset),
        ticks.map(({ seq }) => seq),
        ticks.map(({ at }) => at),
        ticks.map(({ price }) => price),
        ticks.map(({ hash }) => hash),
      ],
    );
  }
}

const secondOf = (at: number): number => Math.floor(at / INDEX_STEP_MS) * INDEX_STEP_MS;
