import * as v from 'valibot';
import { cycleDirections, cycleOutcomes, cycles, voidReasons } from '../cycle/codes.ts';
import { Amount, Count, Id, MarketId, Moment, SignedAmount } from './fields.ts';

/** Length of a contract, `30s` to `1d`. */
export const CycleName = /*#__PURE__*/ v.picklist(cycles);
/** Which way the index has to move for a win. */
export const Direction = /*#__PURE__*/ v.picklist(cycleDirections);
/** How a contract ended: `win`, `lose`, `tie`, `void`, or `sold` before its end. */
export const Outcome = /*#__PURE__*/ v.picklist(cycleOutcomes);
/** What the asset of a contract is: a cryptocurrency, or a commodity with trading hours. */
export const AssetClassName = /*#__PURE__*/ v.picklist(['crypto', 'commodity']);
/** SHA-256 as 64 lower-case hexadecimal digits. */
export const Hash = /*#__PURE__*/ v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** One point of an asset's index. @see IndexTick in domain/cycle/chain.ts */
export const CycleTick = /*#__PURE__*/ v.object({ seq: Id, at: Moment, price: SignedAmount, hash: Hash });
export type CycleTick = v.InferOutput<typeof CycleTick>;

/** How a contract was sold back. @see CycleSale in domain/cycle/sale.ts */
export const CycleSale = /*#__PURE__*/ v.object({
  acceptedAt: Moment,
  /** The first index tick after that. */
  tick: CycleTick,
  volatility: Amount,
  /** That it would have won. */
  chance: Amount,
  /** What the house keeps of its value. */
  margin: Amount,
  /** What the user stated as the least. */
  least: Amount,
});

/** One contract. Amounts in USDT, rates are fractions; a newer state has a higher version. */
export const CycleRow = /*#__PURE__*/ v.object({
  id: Id,
  asset: MarketId,
  kind: AssetClassName,
  direction: Direction,
  cycle: CycleName,
  /** The stake. */
  amount: Amount,
  /** Return of a win. */
  rate: Amount,
  fee: Amount,
  acceptedAt: Moment,
  startsAt: Moment,
  endsAt: Moment,
  /** The first index tick after the contract was accepted; null until it has come. */
  entry: v.nullable(CycleTick),
  /** Mean of the window's points; null until the end, and where it is void or sold back. */
  settlementPrice: v.nullable(SignedAmount),
  /** Points that the window had; null until the end, and where it was sold back. */
  points: v.nullable(Count),
  /** Null while it runs. */
  outcome: v.nullable(Outcome),
  /** Why it is void; null when it is not. */
  reason: v.nullable(v.picklist(voidReasons)),
  payout: v.nullable(Amount),
  /** Payout less stake. */
  profit: v.nullable(SignedAmount),
  settledAt: v.nullable(Moment),
  /** Absent where it was not sold back. */
  sale: v.exactOptional(CycleSale),
  version: Id,
});
export type CycleRow = v.InferOutput<typeof CycleRow>;
