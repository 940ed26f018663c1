import { compareDec } from '../compare.ts';
import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import { perpetualFees } from '../orders/fees.ts';
import { tierReduction } from './closing.ts';
import { coveredPrice } from './liquidation.ts';
import { bankruptcyPrice, bookedCost, feeOf, positionValue, profitOf } from './money.ts';
import type { Position } from './position.ts';
import { applyFill, openingTermsOf } from './position.ts';
import type {
  ScenarioAccount,
  ScenarioEvent,
  ScenarioOrder,
  ScenarioPosition,
  ScenarioStop,
} from './scenario.ts';
import { heldFor, priceAt } from './scenario.ts';
import { worstScreen } from './scenarioScreen.ts';
import { closingSide, signOfSide } from './side.ts';
import { bookedProfit } from './ticket.ts';
import { maintenanceMargin } from './tiers.ts';

/** Decimal places of a takeover's price, and in which quote money is booked. */
const PRICE_PLACES = 18;
const BOOKED = 8;

/** What of an event its step knows; where on the path it happens stands beside it. */
type Step = Omit<ScenarioEvent, 'share'>;

interface Closed {
  readonly position: Position | undefined;
  /** As booked, quote: price P/L less the fee, and the isolated margin that came free. */
  readonly gain: D;
  readonly margin: D;
}

/** Base money that a cross position's closing can use: booked, and put aside for nothing. */
const freeOf = ({ balance, orders }: ScenarioAccount): D => new D(balance).minus(heldFor(orders));

function closed(position: Position, quantity: Dec, price: Dec, feeRate: Dec = perpetualFees.taker): Closed {
  const fee = bookedCost(feeOf(quantity, price, feeRate));
  const fill = { side: closingSide(position.side), quantity, price, fee };
  const outcome = applyFill(position, fill, openingTermsOf(position));
  return {
    position: outcome.position,
    gain: new D(bookedProfit(position, outcome.closed)).minus(fee),
    margin: new D(outcome.closed?.margin ?? 0),
  };
}

/** Whether closing at a price costs no more than backs the position. */
function isCovered(account: ScenarioAccount, { position, tick }: ScenarioPosition, price: D): boolean {
  const bound = coveredPrice(position, toText(freeOf(account)), tick);
  if (bound === undefined) return true;
  return position.side === 'long' ? price.gte(bound) : price.lte(bound);
}

/** What a close is taken at, quote per base: the mark, or worse by the account's slippage. */
const takenAt = ({ slippage = '0' }: ScenarioAccount, { position }: ScenarioPosition, mark: D): D =>
  mark.minus(mark.times(slippage).times(signOfSide(position.side)));

/** The account with another state of a position; guards of one that has ended go with it. */
function withPosition(
  account: ScenarioAccount,
  own: ScenarioPosition,
  position: Position | undefined,
  balance: D,
): ScenarioAccount {
  return {
    ...account,
    balance: toText(balance),
    positions: account.positions.flatMap((each) => {
      if (each !== own) return [each];
      return position ? [{ ...each, position }] : [];
    }),
    orders: position
      ? account.orders
      : account.orders.filter(({ market, group }) => market !== own.market || group === null),
  };
}

/**
 * One step of a liquidation at a share of the path, as the exchange takes it when all that closes is taken at the mark:
 * orders go; a part is closed, down to a lower tier; else all, or the house takes it over.
 * @param own of the isolated position that is due; undefined for the cross side.
 */
export function liquidationStep(
  account: ScenarioAccount,
  own: ScenarioPosition | undefined,
  share: D,
): Step | undefined {
  const target = own ?? worst(account, share);
  if (!target) return undefined;
  const { market, position, mark, move, lot, table } = target;
  const at = priceAt(mark, move, share);
  const price = toText(at);
  const isEnding = (order: ScenarioOrder): boolean =>
    order.group === null && (own === undefined || order.market === market);
  const kept = account.orders.filter((order) => !isEnding(order));
  if (kept.length < account.orders.length) {
    const after = { ...account, orders: kept };
    return { step: 'cancelled', market, price, quantity: '0', net: '0', by: undefined, after };
  }
  const taken = takenAt(account, target, at);
  if (!isCovered(account, target, taken)) return takenOver(account, target, price);
  const part = tierReduction(position.quantity, price, lot, table);
  const isPart = part !== undefined && compareDec(part, position.quantity) < 0;
  return liquidated(account, target, isPart ? part : position.quantity, { price, taken: toText(taken) });
}

/** Closes a quantity at what it is taken at. What it leaves of an isolated margin stays with the rest, or is the insurance fund's. */
function liquidated(
  account: ScenarioAccount,
  own: ScenarioPosition,
  quantity: Dec,
  { price, taken }: { readonly price: Dec; readonly taken: Dec },
): Step {
  const { market, position } = own;
  const { position: rest, gain, margin } = closed(position, quantity, taken);
  const balance = new D(account.balance);
  const base = { market, price, quantity, by: undefined } as const;
  if (position.mode === 'cross') {
    const after = withPosition(account, own, rest, balance.plus(gain));
    if (rest) return { ...base, step: 'reduced', net: toText(gain), after };
    const surplus = crossSurplus(after, own, toText(new D(quantity).times(price)));
    return {
      ...base,
      step: 'liquidated',
      net: toText(gain.minus(surplus)),
      after: { ...after, balance: toText(new D(after.balance).minus(surplus)) },
    };
  }
  const surplus = margin.plus(gain);
  if (rest) {
    const kept = { ...rest, margin: toText(surplus.plus(rest.margin)) };
    const after = withPosition(account, own, kept, balance);
    return { ...base, step: 'reduced', net: toText(gain), after };
  }
  const lost = D.min(0, surplus);
  const after = withPosition(account, own, undefined, balance.plus(lost));
  return { ...base, step: 'liquidated', net: toText(lost.minus(margin)), after };
}

/** The insurance fund has the maintenance of the last cross position, as far as anything is left. */
function crossSurplus(after: ScenarioAccount, { table }: ScenarioPosition, value: Dec): D {
  if (after.positions.some(({ position }) => position.mode === 'cross')) return new D(0);
  const needed = new D(maintenanceMargin(value, table)).toDecimalPlaces(BOOKED, D.ROUND_DOWN);
  return D.max(0, D.min(needed, freeOf(after)));
}

/** The house takes what cannot be closed within what backs it, at the price that leaves nothing. */
function takenOver(account: ScenarioAccount, own: ScenarioPosition, mark: Dec): Step {
  const { market, position } = own;
  const { side, quantity, cost, mode } = position;
  const backing = mode === 'isolated' ? position.margin : toText(D.max(0, freeOf(account)));
  const exact = new D(bankruptcyPrice(side, quantity, cost, backing));
  // On the side on which the loss is not larger than what backs it.
  const onScale = exact.toDecimalPlaces(PRICE_PLACES, side === 'long' ? D.ROUND_UP : D.ROUND_DOWN);
  const price = toText(D.max(new D(10).pow(-PRICE_PLACES), onScale));
  const { gain, margin } = closed(position, quantity, price, '0');
  const after = withPosition(account, own, undefined, new D(account.balance).plus(gain).plus(margin));
  const base = { market, price: mark, quantity, by: undefined } as const;
  return { ...base, step: 'liquidated', net: toText(gain), after };
}

/**
 * Which cross position is closed next: of those whose loss can be booked, the one that needs most; when none can, the one
 * with the largest gain; at last the one that needs most.
 */
function worst(account: ScenarioAccount, share: D): ScenarioPosition | undefined {
  const cross = account.positions.filter(({ position }) => position.mode === 'cross');
  const seen = worstScreen(cross, freeOf(account), share)
    .map((own) => {
      const { side, quantity, cost } = own.position;
      const value = positionValue(quantity, toText(priceAt(own.mark, own.move, share)));
      const profit = new D(profitOf(side, value, cost));
      return { own, profit, needs: new D(maintenanceMargin(value, own.table)) };
    })
    .sort((a, b) => b.needs.comparedTo(a.needs));
  const free = freeOf(account);
  const covered = seen.find(({ profit }) => free.plus(profit).gte(0));
  const best = [...seen].sort((a, b) => b.profit.comparedTo(a.profit))[0];
  return (covered ?? (best?.profit.gt(0) ? best : seen[0]))?.own;
}

/**
 * A stop fires at a share of the path, at the mark: it closes its part and its partners go.
 * @returns undefined when closing would cost more than backs the position: it waits.
 */
export function stopStep(
  account: ScenarioAccount,
  order: ScenarioOrder & { readonly stop: ScenarioStop },
  share: D,
): Step | undefined {
  const own = account.positions.find(({ market }) => market === order.market);
  if (!own) return undefined;
  const { market, position, mark, move } = own;
  const { stop, group } = order;
  const at = priceAt(mark, move, share);
  const price = toText(at);
  const taken = takenAt(account, own, at);
  const isWithin =
    stop.limit === null || (position.side === 'long' ? taken.gte(stop.limit) : taken.lte(stop.limit));
  const canClose = isCovered(account, own, taken);
  if (stop.limit === null && !canClose) return undefined;
  const orders = account.orders.filter(
    (each) => each !== order && (group === null || each.market !== market || each.group !== group),
  );
  if (!isWithin || !canClose) {
    // It rests at its limit from here on, as an order like any other.
    const resting = { market, held: '0', stop: undefined, group: null };
    const after = { ...account, orders: [...orders, resting] };
    return { step: 'cancelled', market, price, quantity: '0', net: '0', by: stop.kind, after };
  }
  const requested = stop.quantity ?? position.quantity;
  const quantity = compareDec(requested, position.quantity) > 0 ? position.quantity : requested;
  const { position: rest, gain, margin } = closed(position, quantity, toText(taken));
  const balance = new D(account.balance).plus(gain).plus(margin);
  const after = withPosition({ ...account, orders }, own, rest, balance);
  return { step: 'stopped', market, price, quantity, net: toText(gain), by: stop.kind, after };
}
