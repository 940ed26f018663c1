import type { Candle, Dec } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';

/** Bars of one market in one hour, ascending. Volumes are 0: nothing is traded at a mark. */
export interface RecordedHour {
  /** Start of the hour, ms UTC. */
  readonly at: number;
  readonly bars: readonly Candle[];
}

/** Which hours of a market are read. */
export interface HoursWanted {
  readonly market: string;
  /** From this hour on, up to another one that is not read, ms UTC. */
  readonly from: number;
  readonly before: number;
  readonly most: number;
  /** The newest ones in place of the oldest. */
  readonly isNewest: boolean;
}

type Stored = readonly [at: number, open: Dec, high: Dec, low: Dec, close: Dec];

const candleOf = ([at, open, high, low, close]: Stored): Candle => ({
  at,
  open,
  high,
  low,
  close,
  volume: '0',
});
const storedOf = ({ at, open, high, low, close }: Candle): Stored => [at, open, high, low, close];

/** The hour that minutes make. */
export interface MarketHour {
  readonly market: string;
  readonly hour: Candle;
  readonly minutes: readonly Candle[];
}

/** Writes the minutes of one hour of some markets, and the hour that they make, in place of what stood there of it. */
export async function writeHours(db: Queries, at: number, markets: readonly MarketHour[]): Promise<void> {
  const minutes = markets.map(({ market, minutes: bars }) => ({ market, bars: bars.map(storedOf) }));
  await db.query(
    `insert into mark_minutes (market, at, bars)
     select r.market, $1, r.bars from jsonb_to_recordset($2::jsonb) as r(market text, bars jsonb)
     on conflict (market, at) do update set bars = excluded.bars`,
    [at, JSON.stringify(minutes)],
  );
  const hours = markets.map(({ market, hour: { open, high, low, close } }) => ({
    market,
    open,
    high,
    low,
    close,
  }));
  await db.query(
    `insert into mark_hour (market, at, open, high, low, close)
     select r.market, $1, r.open, r.high, r.low, r.close from jsonb_to_recordset($2::jsonb)
       as r(market text, open numeric, high numeric, low numeric, close numeric)
     on conflict (market, at) do update set open = excluded.open, high = excluded.high, low = excluded.low,
       close = excluded.close`,
    [at, JSON.stringify(hours)],
  );
}

/** Minutes of all markets in one hour. */
export async function minutesAt(db: Queries, at: number): Promise<readonly (readonly [string, Candle[]])[]> {
  const rows = await db.query<{ market: string; bars: readonly Stored[] }>(
    'select market, bars from mark_minutes where at = $1',
    [at],
  );
  return rows.map(({ market, bars }) => [market, bars.map(candleOf)]);
}

const spanOf = ({ isNewest }: HoursWanted): string =>
  `where market = $1 and at >= $2 and at < $3 order by at ${isNewest ? 'desc' : 'asc'} limit $4`;

const ascending = <Row>(rows: readonly Row[], { isNewest }: HoursWanted): readonly Row[] =>
  isNewest ? rows.toReversed() : rows;

/** Minutes of a market by their hours, ascending. */
export async function readMinutes(db: Queries, wanted: HoursWanted): Promise<readonly RecordedHour[]> {
  const { market, from, before, most } = wanted;
  const rows = await db.query<{ at: number; bars: readonly Stored[] }>(
    `select at, bars from mark_minutes ${spanOf(wanted)}`,
    [market, from, before, most],
  );
  return ascending(rows, wanted).map(({ at, bars }) => ({ at, bars: bars.map(candleOf) }));
}

/** Hours of a market, ascending. */
export async function readHours(db: Queries, wanted: HoursWanted): Promise<readonly RecordedHour[]> {
  const { market, from, before, most } = wanted;
  const rows = await db.query<Omit<Candle, 'volume'>>(
    `select at, open::text, high::text, low::text, close::text from mark_hour ${spanOf(wanted)}`,
    [market, from, before, most],
  );
  return ascending(rows, wanted).map((row) => ({ at: row.at, bars: [{ ...row, volume: '0' }] }));
}

/** Rows per statement: waiting transactions run in between. */
const AT_ONCE = 500;

/** Deletes rows past their retention. @param table whose rows begin before a moment, ms UTC. */
export async function forget(
  db: Queries,
  table: 'mark_minutes' | 'mark_hour',
  before: number,
  pause: () => Promise<void>,
): Promise<void> {
  const remove = `delete from ${table} where ctid = any (array(
    select ctid from ${table} where at < $1 limit ${AT_ONCE})) returning 1`;
  while ((await db.query(remove, [before])).length === AT_ONCE) await pause();
}
