import type { Market } from '../../../../domain/index.ts';
import {
  closingQuantity,
  D,
  defined,
  marketBounds,
  parseAmount,
  positionValue,
  profitOf,
  RuleError,
  toText,
} from '../../../../domain/index.ts';
import type { Marks } from '../../../market/marks/marks.ts';
import type { Quotes } from '../../../matching/quotes.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { Answer, Request } from '../batch/calls.ts';
import type { HeldPosition } from '../batch/position.ts';
import { positionRow } from '../batch/position.ts';
import { closeByChase } from './chase.ts';
import type { Requester } from './newOrder.ts';
import type { PlaceAnswer } from './place.ts';
import { close } from './place.ts';

/** Closes a position as requested: by a quantity, a share of it, or all. */
export function closePosition(
  batch: PerpetualBatch,
  requester: Requester,
  request: Request<'perpetual.close'>,
): PlaceAnswer {
  const { market, quantity, share, type, price, chase } = request;
  const position = batch.position(requester.userId, market);
  if (!position) throw new RuleError('positionNone');
  if (quantity !== undefined && share !== undefined) throw new RuleError('amountInvalid');
  const rules = batch.orderBook(market).market;
  const part = share === undefined ? quantity : closingQuantity(position.quantity, share, rules.lot);
  const size = onLot(position, part, rules);
  if (!chase) return close(batch, requester, { market, quantity: size, type, price });
  if (type !== 'limit' || price !== undefined) throw new RuleError('orderOptions');
  return closeByChase(batch, requester, position, size, chase);
}

/** A part must be whole lots; all of a position is its quantity. @throws {RuleError} `orderLot`. */
function onLot(position: HeldPosition, part: string | undefined, rules: Market): string {
  if (part === undefined) return position.quantity;
  const size = parseAmount(part);
  if (size.gte(position.quantity)) return position.quantity;
  const { lot } = rules;
  if (!new D(lot).isZero() && !size.mod(lot).isZero())
    throw new RuleError('orderLot', { bound: marketBounds(rules).orderLot });
  return toText(size);
}

/** Marks and trading status of markets. */
interface Venue {
  readonly marks: Pick<Marks, 'of'>;
  readonly quotes: Pick<Quotes, 'mustTakeOrder'>;
}

/** Closes every position at market, winners first; one that cannot be closed does not block the others. */
export function closeEach(
  batch: PerpetualBatch,
  venue: Venue,
  requester: Requester,
  market: string | undefined,
): Answer<'perpetual.closeAll'> {
  const { userId } = requester;
  const all = batch
    .positionsOf(userId)
    .filter((position) => market === undefined || position.market === market)
    .map((position) => ({ position, gain: gainOf(venue, position) }))
    .sort((a, b) => b.gain.comparedTo(a.gain));
  return { closed: all.map(({ position }) => closeOne(batch, venue, requester, position)) };
}

/** P/L at mark; zero without a mark. */
function gainOf({ marks }: Venue, { market, quantity, cost, side }: HeldPosition): D {
  const mark = marks.of(market)?.mark;
  return mark === undefined ? new D(0) : new D(profitOf(side, positionValue(quantity, mark), cost));
}

function closeOne(
  batch: PerpetualBatch,
  venue: Venue,
  requester: Requester,
  position: HeldPosition,
): Answer<'perpetual.closeAll'>['closed'][number] {
  const { market, quantity } = position;
  const { size } = batch.booking;
  try {
    venue.quotes.mustTakeOrder(market, true);
    const { order, position: left, net } = close(batch, requester, { market, quantity, type: 'market' });
    return { market, order, position: left, ...defined({ net }), refusal: null };
  } catch (error) {
    if (!(error instanceof RuleError) || batch.booking.size !== size) throw error;
    return { market, order: null, position: positionRow(position), refusal: error.code };
  }
}
