import * as v from 'valibot';
import { alertDirections } from '../notifications/alertCodes.ts';
import { depositResults, triggerResults } from '../notifications/notificationCodes.ts';
import { orderSides } from '../orders/orderCodes.ts';
import { absenceActions, triggerKinds, warningLevels } from '../perpetual/codes.ts';
import { renewalRefusals } from '../storage/codes.ts';
import { CycleName, Direction, Outcome } from './cycleRows.ts';
import { Amount, AssetCode, Exact, Id, MarketId, Moment, SignedAmount } from './fields.ts';
import { PositionSideName } from './perpetualRows.ts';

/** Base units that traded, and Σ price × quantity of them, quote, to the last digit. */
const traded = { quantity: Amount, value: Exact };
const order = {
  product: v.picklist(['spot', 'perpetual']),
  order: Id,
  market: MarketId,
  side: v.picklist(orderSides),
  ...traded,
};
/** A position that was ended or reduced against its owner's will. Money in quote. */
const forced = /*#__PURE__*/ v.object({
  position: Id,
  market: MarketId,
  side: PositionSideName,
  ...traded,
  /** P/L of what was closed, after its fee and what went to the insurance fund. */
  net: SignedAmount,
  /** Base units that are still open, and what the futures wallet holds after it. */
  left: Amount,
  wallet: Amount,
});
const amounts = /*#__PURE__*/ v.array(v.object({ asset: AssetCode, amount: Amount }));

const bodies = {
  fill: /*#__PURE__*/ v.object({ ...order, isPartial: v.boolean() }),
  trigger: /*#__PURE__*/ v.object({
    ...order,
    trigger: v.picklist(triggerKinds),
    price: Amount,
    result: v.picklist(triggerResults),
    /** P/L after fee of a guard that was filled, quote. */
    net: v.exactOptional(SignedAmount),
    /** A refusal's code: why it could not act. */
    reason: v.exactOptional(v.string()),
  }),
  chase: /*#__PURE__*/ v.object({
    ...order,
    /** Base units that it was to close and has not. */
    left: Amount,
    /** A refusal's code: why it ended. */
    reason: v.string(),
  }),
  liquidation: forced,
  reduction: forced,
  deleveraging: forced,
  margin: /*#__PURE__*/ v.object({
    level: v.picklist(warningLevels),
    /** A fraction; liquidation is at 1. */
    ratio: Exact,
    /** Of an isolated position; absent for the cross side of the account. */
    market: v.exactOptional(MarketId),
    side: v.exactOptional(PositionSideName),
  }),
  absence: /*#__PURE__*/ v.object({ action: v.picklist(absenceActions) }),
  deposit: /*#__PURE__*/ v.object({
    /** Absent for a claim that was rejected. */
    deposit: v.exactOptional(Id),
    asset: AssetCode,
    amount: Amount,
    result: v.picklist(depositResults),
    /** What of a deposit that was taken back is owed. */
    debt: Amount,
  }),
  withdrawal: /*#__PURE__*/ v.object({
    withdrawal: Id,
    asset: AssetCode,
    amount: Amount,
    result: v.picklist(['confirmed', 'rejected', 'failed']),
  }),
  cycle: /*#__PURE__*/ v.object({
    contract: Id,
    market: MarketId,
    direction: Direction,
    cycle: CycleName,
    outcome: Outcome,
    /** The stake, and what the contract came to after its fee, USDT. */
    amount: Amount,
    net: SignedAmount,
  }),
  interest: /*#__PURE__*/ v.object({ day: Moment, amounts }),
  storage: /*#__PURE__*/ v.object({
    order: Id,
    asset: AssetCode,
    amount: Amount,
    earned: Amount,
    isRenewed: v.boolean(),
    /** Why it was not renewed though it was to be. */
    reason: v.exactOptional(v.picklist(renewalRefusals)),
  }),
  reward: /*#__PURE__*/ v.object({ amounts }),
  reply: /*#__PURE__*/ v.object({ ticket: Id, title: v.string() }),
  identity: /*#__PURE__*/ v.object({
    level: v.picklist([1, 2]),
    result: v.picklist(['approved', 'rejected']),
  }),
  alert: /*#__PURE__*/ v.object({
    alert: Id,
    market: MarketId,
    direction: v.picklist(alertDirections),
    price: Amount,
    reached: Amount,
  }),
};

const row = <K extends keyof typeof bodies>(kind: K) =>
  v.object({ id: Id, kind: v.literal(kind), at: Moment, body: bodies[kind] });

/** One notification. A newer one has a higher id; one that is published again has changed. */
export const NotificationRow = /*#__PURE__*/ v.variant('kind', [
  row('fill'),
  row('trigger'),
  row('chase'),
  row('liquidation'),
  row('reduction'),
  row('deleveraging'),
  row('margin'),
  row('absence'),
  row('deposit'),
  row('withdrawal'),
  row('cycle'),
  row('interest'),
  row('storage'),
  row('reward'),
  row('reply'),
  row('identity'),
  row('alert'),
]);
export type NotificationRow = v.InferOutput<typeof NotificationRow>;
