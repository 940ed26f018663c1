import {
  closingQuantity,
  D,
  parseAmount,
  positionValue,
  profitOf,
  RuleError,
  toText,
} from '../../domain/index.ts';
import type { Answer, PerpetualEngine, Request } from './engine.ts';
import type { Asker } from './newOrder.ts';
import type { PlaceAnswer } from './place.ts';
import { close } from './place.ts';
import type { HeldPosition } from './position.ts';
import { positionRow } from './position.ts';
import type { Turn } from './turn.ts';

/** Closes a position as a person asks: by a quantity, a share of it, or all. */
export function closePosition(turn: Turn, asker: Asker, request: Request<'perpetual.close'>): PlaceAnswer {
  const { market, quantity, share, type, price } = request;
  const position = turn.position(asker.userId, market);
  if (!position) throw new RuleError('positionNone');
  if (quantity !== undefined && share !== undefined) throw new RuleError('amountInvalid');
  const { lot } = turn.desk(market).market;
  const part = share === undefined ? quantity : closingQuantity(position.quantity, share, lot);
  return close(turn, asker, { market, quantity: onLot(position, part, lot), type, price });
}

/** A part is on the lot; all of a position is what it is. @throws {RuleError} `orderLot`. */
function onLot(position: HeldPosition, part: string | undefined, lot: string): string {
  if (part === undefined) return position.quantity;
  const size = parseAmount(part);
  if (size.gte(position.quantity)) return position.quantity;
  if (!new D(lot).isZero() && !size.mod(lot).isZero()) throw new RuleError('orderLot');
  return toText(size);
}

/** Closes every position at market, those that gain first; one that cannot be closed does not keep the others open. */
export function closeEach(
  turn: Turn,
  engine: PerpetualEngine,
  asker: Asker,
  market: string | undefined,
): Answer<'perpetual.closeAll'> {
  const { userId } = asker;
  const all = turn
    .positionsOf(userId)
    .filter((position) => market === undefined || position.market === market)
    .map((position) => ({ position, gain: gainOf(engine, position) }))
    .sort((a, b) => b.gain.comparedTo(a.gain));
  return { closed: all.map(({ position }) => closeOne(turn, engine, asker, position)) };
}

/** P/L at mark; nothing where there is no mark. */
function gainOf({ marks }: PerpetualEngine, { market, quantity, cost, side }: HeldPosition): D {
  const mark = marks.of(market)?.mark;
  return mark === undefined ? new D(0) : new D(profitOf(side, positionValue(quantity, mark), cost));
}

function closeOne(
  turn: Turn,
  engine: PerpetualEngine,
  asker: Asker,
  position: HeldPosition,
): Answer<'perpetual.closeAll'>['closed'][number] {
  const { market, quantity } = position;
  const { size } = turn.booking;
  try {
    engine.quotes.mustBeOpen(market);
    const { order, position: left, net } = close(turn, asker, { market, quantity, type: 'market' });
    return { market, order, position: left, ...(net === undefined ? {} : { net }), refusal: null };
  } catch (error) {
    if (!(error instanceof RuleError) || turn.booking.size !== size) throw error;
    return { market, order: null, position: positionRow(position), refusal: error.code };
  }
}
