import type { Observable } from 'rxjs';
import { map, of } from 'rxjs';
import type { Calls, CycleRow, ResponseOf } from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import { NO_FIGURE, SALE_MARGIN, saleRefusal, worthText } from '../../../domain/index.ts';
import type { CycleSaleLine } from '../../protocol.ts';
import { polled } from '../requested.ts';
import type { ViewDeps } from '../view.ts';
import { switchOn } from '../view.ts';
import { rateText } from './line.ts';

/** How often prices are requested, ms, and how long one is shown. */
const EVERY_MS = 1_500;
const SHOWN_MS = 4_000;

/** What running contracts would be bought back for. */
export interface Sales {
  readonly sales: ResponseOf<Calls['cycle.sales']>['sales'];
  /** When it was requested, monotonic ms: a price is as old as that, as nobody knows how long it was on its way. */
  readonly requestedAt: number;
}

/** Prices of one account's contracts, requested while one that can be sold is shown. @param live$ what runs. */
export function salesOf(
  live$: Observable<readonly CycleRow[]>,
  deps: ViewDeps,
): Observable<Sales | undefined> {
  const { call, clock, ages, streams } = deps;
  async function request(): Promise<Result<Sales>> {
    const requestedAt = clock.monotonic();
    const result = await call('cycle.sales', {});
    return result.ok ? { ok: true, data: { sales: result.data.sales, requestedAt } } : result;
  }
  const isDue = (live: readonly CycleRow[], { sentAt }: { readonly sentAt: number }, now: number) =>
    now - sentAt >= EVERY_MS && live.some((row) => mayBeSold(row, ages.serverNow()));
  return streams.balances$.pipe(
    switchOn(
      ({ uid }) => uid,
      (uid) =>
        uid === undefined
          ? of(undefined)
          : polled(live$, deps, { request, isDue }).pipe(map(({ data }) => data)),
    ),
  );
}

/** A contract's price as users read it, rounded down; dashes while there is none. Null for one that has ended. */
export function saleLine(
  row: CycleRow,
  known: Sales | undefined,
  { clock, ages, words }: Pick<ViewDeps, 'clock' | 'ages' | 'words'>,
): CycleSaleLine | null {
  if (row.outcome !== null) return null;
  const { style } = words();
  const kept = rateText(SALE_MARGIN, style);
  const sale = known?.sales.find(({ id }) => id === row.id);
  const isFresh = known !== undefined && clock.monotonic() - known.requestedAt <= SHOWN_MS;
  if (!sale || !isFresh || ages.serverNow() > sale.until) return { price: NO_FIGURE, least: NO_FIGURE, kept };
  const { id, price, least } = sale;
  return { price: worthText(price, style), least: worthText(least, style), kept, order: { id, least } };
}

const mayBeSold = ({ outcome, entry, endsAt, cycle }: CycleRow, now: number): boolean =>
  outcome === null && saleRefusal({ entry: entry?.price, endsAt, cycle }, now) === undefined;
