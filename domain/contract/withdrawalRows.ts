import * as v from 'valibot';
import { addressFamilies, fiatCurrencies, withdrawalStates } from '../wallet/codes.ts';
import { Amount, AssetCode, Id, Moment } from './fields.ts';

/** A chain by its name: `tron`, `ethereum`. */
export const ChainCode = /*#__PURE__*/ v.pipe(v.string(), v.regex(/^[a-z0-9]{2,20}$/));
/** Form of an address; chains of one family share it. */
export const FamilyName = /*#__PURE__*/ v.picklist(addressFamilies);
/** Currency that a bank card is paid in, ISO 4217. */
export const FiatCode = /*#__PURE__*/ v.picklist(fiatCurrencies);

const both = {
  id: Id,
  /** What leaves the spot account: a coin; USDT for a card. */
  currency: AssetCode,
  amount: Amount,
  /** Part of the amount. */
  fee: Amount,
  /** In the currency, amount less fee; for a card in its fiat currency. */
  received: Amount,
  state: v.picklist(withdrawalStates),
  /** Why it was rejected or has failed, in the operator's own words; null when nothing is to be said. */
  reason: v.nullable(v.string()),
  /** Not looked at before this moment: a change of the account lets withdrawals rest. Null when nothing rests. */
  restsUntil: v.nullable(Moment),
  createdAt: Moment,
  updatedAt: Moment,
  /** Rises; an older state never replaces a newer one. */
  version: Id,
};

/** A withdrawal. It can be cancelled while its state is `requested`. */
export const WithdrawalRow = /*#__PURE__*/ v.variant('kind', [
  v.object({
    kind: v.literal('crypto'),
    ...both,
    chain: ChainCode,
    address: v.string(),
    /** The transaction; null before it is sent. */
    tx: v.nullable(v.string()),
    /** Blocks since, and how many make it confirmed. */
    confirmations: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    confirmationsNeeded: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  }),
  v.object({
    kind: v.literal('bank'),
    ...both,
    fiat: FiatCode,
    /** Locked, fiat per USDT. */
    rate: Amount,
    bank: v.string(),
    /** Masked: `•••• 4242`. */
    card: v.string(),
    /** The bank's reference of the payment; null before it is paid. */
    tx: v.nullable(v.string()),
  }),
]);
export type WithdrawalRow = v.InferOutput<typeof WithdrawalRow>;

/** An address of the book. */
export const AddressRow = /*#__PURE__*/ v.object({
  id: Id,
  currency: AssetCode,
  chain: ChainCode,
  family: FamilyName,
  address: v.string(),
  /** The specification's remark; may be empty. */
  label: v.string(),
  createdAt: Moment,
  /** From when it can be used while only addresses of the book are allowed. */
  usableAt: Moment,
});
export type AddressRow = v.InferOutput<typeof AddressRow>;

/** A saved bank card: its number never leaves the exchange again. */
export const CardRow = /*#__PURE__*/ v.object({
  id: Id,
  holder: v.string(),
  bank: v.string(),
  branch: v.string(),
  code: v.string(),
  /** Masked: `•••• 4242`. */
  number: v.string(),
  createdAt: Moment,
});
export type CardRow = v.InferOutput<typeof CardRow>;
