import type { Chase, OrderSide } from '../../../domain/index.ts';
import { chaseBound } from '../../../domain/index.ts';
import type { ChaseLine } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { MarketRow } from '../../streams/marketRows.ts';
import { textsOf } from './texts.ts';

/** How an order chases, in words. @param row its market; where that is not listed, its bound is not known. */
export function chaseLine(
  side: OrderSide,
  chase: Chase,
  row: MarketRow | undefined,
  { style, clockTime }: Words,
): ChaseLine {
  const texts = textsOf(row?.market, style);
  return {
    from: texts.price(chase.from),
    bound: texts.price(row && chaseBound(side, chase, row.market.tick)),
    until: clockTime(chase.until),
    moves: chase.moves,
    rest: chase.rest,
  };
}
