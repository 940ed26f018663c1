import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { Dec } from '../../../domain/index.ts';
import { DAY_MS, HOUR_MS, TOTAL_ASSET } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { Database, Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import type { MarketSource } from '../../market/source.ts';
import { worthOf } from './history.ts';

type Worth = (typeof calls)['account.worth'];

export interface WorthDeps {
  readonly db: Database;
  readonly clock: ServerClock;
  readonly source: Pick<MarketSource, 'tickers' | 'markets'>;
  /** Mark of every perpetual that has one. */
  readonly marks: () => Iterable<readonly [market: string, mark: Dec]>;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** How soon what came in from outside is valued, ms. */
const CHECK_MS = 20_000;
/** For so long after the start, what somebody has and what has no price yet is waited for, ms. */
const WAIT_MS = 5 * 60_000;
/** Days of which every hour is kept; of older ones the first point of each is. */
const HOURLY_DAYS = 8;

/** What the names of markets that price an asset end with. */
const PRICED = `-${TOTAL_ASSET}`;
const baseOf = (market: string): string => market.slice(0, -PRICED.length);

/**
 * Keeps what everybody's accounts are worth, hour by hour, beside what came in from outside. What was not looked at, as
 * nobody ran the exchange, is not made up later.
 */
export class WorthKeeper {
  readonly #deps: WorthDeps;
  #newest = 0;
  #startedAt = 0;
  #looking: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #stop: () => void = () => undefined;

  constructor(deps: WorthDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const { db, clock } = this.#deps;
    this.#startedAt = clock.now();
    this.#newest = await newestOf(db, this.#startedAt);
    // Nothing waits for it: with many users the first look takes a while, and no order is taken meanwhile.
    void this.#try();
    this.#stop = clock.every(CHECK_MS, () => void this.#try());
  }

  /** One look at a time; all who come meanwhile wait for the one after it. */
  check(): Promise<void> {
    if (!this.#looking) return this.#begin();
    this.#next ??= this.#looking
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#begin();
      });
    return this.#next;
  }

  async of(userId: number, request: ParsedRequestOf<Worth>): Promise<ResponseOf<Worth>> {
    await this.check();
    return worthOf(this.#deps.db, userId, request.range, this.#deps.clock.now());
  }

  async close(): Promise<void> {
    this.#stop();
    await (this.#next ?? this.#looking)?.catch(() => undefined);
  }

  #begin(): Promise<void> {
    const own = this.#check().finally(() => {
      if (this.#looking === own) this.#looking = undefined;
    });
    this.#looking = own;
    return own;
  }

  async #try(): Promise<void> {
    try {
      await this.check();
    } catch (error) {
      // Nothing is lost: the next look sees the same and more.
      this.#deps.log('worth', { error: String(error) });
    }
  }

  async #check(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    const hour = now - (now % HOUR_MS);
    if (this.#newest > now) this.#newest = await newestOf(db, now);
    const isDue = hour > this.#newest - (this.#newest % HOUR_MS);
    if (!isDue && !singleRow(await db.query<{ due: boolean }>('select worth_due() as due')).due) return;
    const prices = this.#prices();
    // A source that has not spoken yet would make everybody poor.
    if (Object.keys(prices).length < 2 || (await this.#isTooEarly(now, prices, isDue))) return;
    // A point of the full hour is one of it; one that comes later says when it was taken.
    const at = isDue ? (now - hour <= 2 * CHECK_MS ? hour : now) : null;
    await db.transaction((tx) =>
      tx.query('select worth_look(p_prices => $1::jsonb, p_marks => $2::jsonb, p_at => $3)', [
        JSON.stringify(prices),
        JSON.stringify(Object.fromEntries(this.#deps.marks())),
        at,
      ]),
    );
    if (at === null) return;
    const isNewDay = at - (at % DAY_MS) > this.#newest;
    this.#newest = at;
    if (isNewDay)
      await db.query('select worth_thin(p_before => $1)', [at - (at % DAY_MS) - HOURLY_DAYS * DAY_MS]);
  }

  /**
   * Whether something that users have is without a price just because the start was a moment ago. What comes in is valued
   * once and for ever: valued at nothing, it would count as profit from then on.
   */
  async #isTooEarly(now: number, prices: Readonly<Record<string, Dec>>, isDue: boolean): Promise<boolean> {
    // A clock that was set back since says nothing of how long ago the start was: it is waited for from then.
    this.#startedAt = Math.min(this.#startedAt, now);
    if (now - this.#startedAt > WAIT_MS) return false;
    const { db, source, marks } = this.#deps;
    const unpriced = source
      .markets()
      .flatMap(({ id, kind }) => (kind === 'spot' && id.endsWith(PRICED) ? [baseOf(id)] : []))
      .filter((asset) => !(asset in prices));
    const marked = Array.from(marks(), ([market]) => market);
    const { isMissed } = singleRow(
      await db.query<{ isMissed: boolean }>(
        `select exists (select 1 from account where owner_id is not null and posted <> 0 and asset = any ($1::text[]))
           or ($2 and exists (select 1 from futures_position where closed_at is null and market <> all ($3::text[])))
           as "isMissed"`,
        [unpriced, isDue, marked],
      ),
    );
    return isMissed;
  }

  #prices(): Record<string, Dec> {
    const priced = this.#deps.source
      .tickers()
      .flatMap(({ id, last }): [string, Dec][] => (id.endsWith(PRICED) ? [[baseOf(id), last]] : []));
    return { ...Object.fromEntries(priced), [TOTAL_ASSET]: '1' };
  }
}

/** The newest point up to `now`: those of a clock that had run ahead stand for no hour before them. */
async function newestOf(db: Queries, now: number): Promise<number> {
  const rows = await db.query<{ at: number | null }>('select max(at) as at from worth_point where at <= $1', [
    now,
  ]);
  return singleRow(rows).at ?? 0;
}
