import * as v from 'valibot';
import { depositChains } from '../wallet/chains.ts';
import { depositStates, noticeStates } from '../wallet/deposit.ts';
import { Amount, AssetCode, Id, Moment } from './fields.ts';

const Confirmations = /*#__PURE__*/ v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** A network on which deposits are taken. */
export const DepositChain = /*#__PURE__*/ v.picklist(depositChains);

/** A deposit; an older version never replaces a newer one. */
export const DepositRow = /*#__PURE__*/ v.object({
  id: Id,
  chain: DepositChain,
  asset: AssetCode,
  amount: Amount,
  /** Where it came to. */
  address: v.string(),
  tx: v.string(),
  state: v.picklist(depositStates),
  /** 0 while it is in no block; counted up to the number that unlocks it. */
  confirmations: Confirmations,
  /** What credits and what unlocks it. */
  creditAt: Confirmations,
  unlockAt: Confirmations,
  /** The refusal's code that says why it is not credited, or was taken back; null when neither. */
  reason: v.nullable(v.string()),
  /** Taken back when it was used already: what of it is owed since, in the asset. */
  debt: Amount,
  /** The block that holds it; null while none does. */
  block: v.nullable(v.number()),
  seenAt: Moment,
  creditedAt: v.nullable(Moment),
  unlockedAt: v.nullable(Moment),
  updatedAt: Moment,
  version: Id,
});
export type DepositRow = v.InferOutput<typeof DepositRow>;

/** What a user says of a deposit that is missing, with a picture as proof. */
export const NoticeRow = /*#__PURE__*/ v.object({
  id: Id,
  chain: DepositChain,
  asset: AssetCode,
  amount: Amount,
  address: v.string(),
  /** The transaction's id; null when the user did not say. */
  tx: v.nullable(v.string()),
  state: v.picklist(noticeStates),
  /** The operator's own words; null while it waits. */
  reason: v.nullable(v.string()),
  /** The deposit that it became or was found as; null when none. */
  deposit: v.nullable(Id),
  createdAt: Moment,
  updatedAt: Moment,
  version: Id,
});
export type NoticeRow = v.InferOutput<typeof NoticeRow>;
