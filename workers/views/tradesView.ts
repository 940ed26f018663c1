import type { Trade } from '../../domain/index.ts';
import { bigTradeFrom, depthText, toScreenNumber, tradePriceText } from '../../domain/index.ts';
import type { TradesFrame, TradesView } from '../protocol.ts';
import type { InFocus } from './inFocus.ts';
import { inFocus } from './inFocus.ts';
import { projected } from './view.ts';

/** One market's newest trades. */
export const tradesView = projected<TradesView, InFocus<readonly Trade[]>, TradesFrame>({
  state: inFocus('trade', (streams, id) => streams.trades$(id)),
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
