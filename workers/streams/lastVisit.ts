import * as v from 'valibot';
import { Moment, marketList, TickRow } from '../../domain/contract/index.ts';
import type { Market, Ticker } from '../../domain/index.ts';
import type { Keep } from '../session/keep.ts';

const KEY = 'market';
const Kept = v.object({
  at: Moment,
  markets: marketList.response.entries.markets,
  rows: v.array(TickRow),
});

/** What the last visit knew, or undefined when nothing sound was kept. `at`: the server's clock, ms UTC. */
export async function readLastVisit(
  keep: Keep,
): Promise<{ at: number; markets: Market[]; tickers: Ticker[] } | undefined> {
  const parsed = v.safeParse(Kept, await keep.get(KEY));
  if (!parsed.success) return undefined;
  const { at, markets, rows } = parsed.output;
  const tickers = rows.map(([id, last, open24, volume, high24, low24]) => ({
    id,
    last,
    open24,
    volume,
    high24,
    low24,
  }));
  return { at, markets, tickers };
}

export async function writeLastVisit(
  keep: Keep,
  at: number,
  markets: readonly Market[],
  tickers: readonly Ticker[],
): Promise<void> {
  const rows = tickers.map(({ id, last, open24, volume, high24, low24 }) => [
    id,
    last,
    open24,
    volume,
    high24,
    low24,
  ]);
  await keep.set(KEY, { at, markets, rows });
}
