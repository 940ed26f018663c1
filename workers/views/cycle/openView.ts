import { defer, finalize, map, merge, tap } from 'rxjs';
import type { CycleRow } from '../../../domain/contract/index.ts';
import { toChartNumber, windowMs } from '../../../domain/index.ts';
import type { CycleLine, CycleMark, CycleOpenFrame, CycleOpenView, CycleSaleLine } from '../../protocol.ts';
import type { ViewDeps } from '../view.ts';
import { projected } from '../view.ts';
import { Contracts } from './contracts.ts';
import { cycleLine } from './line.ts';
import { Sales } from './sales.ts';

/** What runs, and what it would be bought back for. */
interface Open {
  readonly contracts: Contracts;
  readonly sales: Sales;
}

/** Running contracts, counted down on the server's clock. */
export const cycleOpenView = projected<CycleOpenView, Open, CycleOpenFrame>({
  state: (_, deps) =>
    defer(() => {
      const contracts = new Contracts(deps);
      const sales = new Sales(deps);
      const { account$, balances$, tickers$ } = deps.streams;
      const told$ = account$.pipe(tap((event) => contracts.take(event)));
      const looked$ = deps.time$.pipe(
        tap(() => {
          contracts.look();
          sales.look(contracts.live);
        }),
      );
      return merge(told$, looked$, balances$, tickers$).pipe(
        map(() => ({ contracts, sales })),
        finalize(() => {
          contracts.close();
          sales.close();
        }),
      );
    }),
  frame: ({ asset, only }, { contracts, sales }, deps) => {
    const isWanted = (row: CycleRow): boolean => only === undefined || row.asset === only;
    return {
      kind: 'cycleOpen',
      isKnown: contracts.isKnown,
      ...(contracts.failed ? { failed: contracts.failed } : {}),
      open: contracts.live.filter(isWanted).map((row) => lineOf(row, deps, sales.of(row))),
      ended: contracts.ended.filter(isWanted).map((row) => lineOf(row, deps)),
      marks: contracts.live.filter((row) => row.asset === asset).flatMap((row) => markOf(row, deps)),
    };
  },
});

const lineOf = (
  row: CycleRow,
  { rows, words, ages }: ViewDeps,
  sale: CycleSaleLine | null = null,
): CycleLine => cycleLine(row, rows.row(row.asset), words(), ages.serverNow(), sale);

function markOf(row: CycleRow, deps: ViewDeps): CycleMark[] {
  if (!row.entry) return [];
  const { buyPrice, profitDirection } = lineOf(row, deps);
  return [
    {
      id: row.id,
      direction: row.direction,
      price: toChartNumber(row.entry.price),
      priceText: buyPrice,
      text: deps.words().clockTime(row.endsAt),
      startsAt: row.startsAt,
      windowFrom: row.endsAt - windowMs(row.cycle),
      endsAt: row.endsAt,
      standing: profitDirection,
    },
  ];
}
