import { combineLatest } from 'rxjs';
import type { Trade } from '../../domain/index.ts';
import { bigTradeFrom, depthText, toScreenNumber, tradePriceText } from '../../domain/index.ts';
import type { TradesFrame, TradesView } from '../protocol.ts';
import { FOCUS_STALE_MS } from '../streams/age.ts';
import type { Aged } from './view.ts';
import { projected, switchOn, withAge } from './view.ts';

/** One market's newest trades. */
export const tradesView = projected<TradesView, readonly [Aged<readonly Trade[]>, unknown], TradesFrame>({
  state: (view$, deps) =>
    view$.pipe(
      switchOn(
        ({ id }) => id,
        (id) => {
          const trades$ = deps.streams.trades$(id).pipe(withAge(deps, `trade:${id}`, FOCUS_STALE_MS));
          return combineLatest([trades$, deps.streams.markets$]);
        },
      ),
    ),
  key: (_, state) => state,
  frame: ({ id: market, count }, [{ value: trades, age }], { rows, words }) => {
    const listed = rows.row(market)?.market;
    if (!listed) return undefined;
    const { style, clockTime } = words();
    const big = bigTradeFrom(trades) ?? Number.POSITIVE_INFINITY;
    const newest = trades.slice(-count).reverse();
    return {
      kind: 'trades',
      rows: newest.map(({ id, price, quantity, side, at }) => ({
        id,
        time: clockTime(at),
        price: tradePriceText(price, listed, style),
        quantity: depthText(quantity, listed.lot, style),
        side,
        isBig: toScreenNumber(quantity) >= big,
      })),
      freshness: age(),
    };
  },
});
