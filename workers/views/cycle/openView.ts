import { combineLatest, connect, map, startWith } from 'rxjs';
import type { CycleRow } from '../../../domain/contract/index.ts';
import { toChartNumber, windowMs } from '../../../domain/index.ts';
import type { CycleLine, CycleMark, CycleOpenFrame, CycleOpenView, CycleSaleLine } from '../../protocol.ts';
import type { ViewDeps } from '../view.ts';
import { projected } from '../view.ts';
import type { Contracts } from './contracts.ts';
import { contractsOf } from './contracts.ts';
import { cycleLine } from './line.ts';
import type { Sales } from './sales.ts';
import { saleLine, salesOf } from './sales.ts';

/** What runs, and what it would be bought back for. */
interface Open {
  readonly contracts: Contracts;
  readonly sales: Sales | undefined;
}

/** Running contracts, counted down on the server's clock. */
export const cycleOpenView = projected<CycleOpenView, Open, CycleOpenFrame>({
  state: (_, deps) =>
    contractsOf(deps).pipe(
      connect((contracts$) => {
        const sales$ = salesOf(contracts$.pipe(map(({ live }) => live)), deps);
        // At each beat, as each contract has a second of its own.
        const beat$ = deps.time$.pipe(startWith(undefined));
        return combineLatest([contracts$, sales$, deps.streams.tickers$, beat$]);
      }),
      map(([contracts, sales]) => ({ contracts, sales })),
    ),
  frame: ({ asset, only }, { contracts: { live, ended, isKnown, failed }, sales }, deps) => {
    const isWanted = (row: CycleRow): boolean => only === undefined || row.asset === only;
    return {
      kind: 'cycleOpen',
      isKnown,
      ...(failed ? { failed } : {}),
      open: live.filter(isWanted).map((row) => lineOf(row, deps, saleLine(row, sales, deps))),
      ended: ended.filter(isWanted).map((row) => lineOf(row, deps)),
      marks: live.filter((row) => row.asset === asset).flatMap((row) => markOf(row, deps)),
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
