import * as v from 'valibot';
import { withdrawalKinds, withdrawalStates } from '../wallet/codes.ts';
import { defineCall } from './call.ts';
import { Amount, AssetCode, Empty, Id, InputText, Moment } from './fields.ts';
import { Assertion } from './passkeys.ts';
import { AddressRow, CardRow, ChainCode, FamilyName, FiatCode, WithdrawalRow } from './withdrawalRows.ts';

const Whitelist = /*#__PURE__*/ v.object({
  /** Whether only addresses of the book are allowed. */
  on: v.boolean(),
  /** When it ends, after it was switched off; null when it was not. */
  offAt: v.nullable(Moment),
});
const Withdrawn = /*#__PURE__*/ v.object({ withdrawal: WithdrawalRow });
/** What `withdraw.prove` gave. */
const Proof = /*#__PURE__*/ v.pipe(v.string(), v.maxLength(100));

/** Everything that decides whether and how much can be withdrawn. @see specification §7 draw/infos */
export const drawInfos = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/currency/draw/infos',
  access: 'user',
  request: v.object({ currency: v.exactOptional(AssetCode) }),
  response: v.object({
    now: Moment,
    /** Nothing leaves for anybody, until an operator has looked at the books. */
    paused: v.boolean(),
    /** While withdrawals rest after a change of the account: until when, and after which change. */
    held: v.nullable(v.object({ until: Moment, after: v.string() })),
    /** What a withdrawal asks for: null where nothing is bound to send a code to. */
    proof: v.object({
      fundPassword: v.boolean(),
      code: v.nullable(v.picklist(['email', 'phone'])),
      totp: v.boolean(),
      /** Whether a passkey can stand for funding password and authenticator. */
      passkey: v.boolean(),
    }),
    whitelist: Whitelist,
    /** How long a new address rests while only addresses of the book are allowed, ms. */
    addressRestMs: v.number(),
    level: v.number(),
    /** Of 24 hours that roll, all withdrawals together, USDT. */
    day: v.object({ most: Amount, used: Amount, left: Amount }),
    /** Largest withdrawal at this identity level, USDT. */
    levelMost: Amount,
    /** Withdrawals under way, and how many may be. */
    pending: v.object({ count: v.number(), most: v.number() }),
    currencies: v.array(
      v.object({
        currency: AssetCode,
        /** What can be used; what of it can leave; what waits for its confirmations. */
        available: Amount,
        withdrawable: Amount,
        locked: Amount,
        /** All that follows in the currency itself; null while there is no fresh price to convert at. */
        bounds: v.nullable(v.object({ least: Amount, most: Amount, levelMost: Amount, dayLeft: Amount })),
        chains: v.array(
          v.object({
            chain: ChainCode,
            family: FamilyName,
            fee: Amount,
            decimals: v.number(),
            /** What an address there looks like; its checksum is not in it. */
            pattern: v.string(),
            confirmations: v.number(),
          }),
        ),
      }),
    ),
    bank: v.object({
      currencies: v.array(FiatCode),
      fee: Amount,
      /** Why no card can be paid now, as a refusal's code; null when one can. */
      blocked: v.nullable(v.string()),
      /** Of 24 hours that roll, BTC. */
      day: v.object({ most: Amount, used: Amount, left: Amount }),
      /** The name that a cardholder must have; null before somebody is verified. */
      verifiedName: v.nullable(v.string()),
    }),
  }),
});

/**
 * Proves by a code, and by a passkey or the funding password and, when it is on, the authenticator, that it is the user. What is proven is good
 * once, for a few minutes, for one call of this purpose: so that no money-moving call carries a secret.
 */
export const prove = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/draw/prove',
  access: 'user',
  request: v.strictObject({
    purpose: v.picklist(['withdrawal', 'addressBook', 'apiKey']),
    fundPassword: v.exactOptional(InputText),
    code: InputText,
    totp: v.exactOptional(InputText),
    /** In place of funding password and authenticator. */
    passkey: v.exactOptional(Assertion),
  }),
  response: v.object({ proof: v.string(), expiresAt: Moment }),
});

/**
 * Requests a withdrawal to an address and holds its amount at once. Errors among others: `withdrawalsPaused`,
 * `withdrawHeld`, `withdrawOwing`, `addressNotListed`, `addressOwn`, `proofInvalid`.
 */
export const send = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/draw/send',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    currency: AssetCode,
    chain: ChainCode,
    address: InputText,
    amount: Amount,
    proof: Proof,
  }),
  response: Withdrawn,
});

/** Requests a withdrawal to a saved card, exactly as quoted. Errors: `quoteExpired`, `quoteUsed`, others. */
export const toBank = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/draw/bank',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({ quote: v.pipe(v.string(), v.maxLength(60)), card: Id, proof: Proof }),
  response: Withdrawn,
});

/** Cancels a `requested` withdrawal and releases its hold. Errors: `notFound`, `withdrawFixed`. */
export const cancel = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/draw/cancel',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({ id: Id }),
  response: Withdrawn,
});

/** Withdrawals of the user, newest first, filtered by kind, state, currency and time. */
export const list = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/draw/list',
  access: 'user',
  request: v.strictObject({
    kind: v.exactOptional(v.picklist(withdrawalKinds)),
    state: v.exactOptional(v.picklist(withdrawalStates)),
    currency: v.exactOptional(AssetCode),
    from: v.exactOptional(Moment),
    to: v.exactOptional(Moment),
    /** `next` of the page before. */
    before: v.exactOptional(Id),
    limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500)), 50),
  }),
  response: v.object({ rows: v.array(WithdrawalRow), next: v.nullable(v.number()) }),
});

/** One withdrawal of the user. Error: `notFound`. */
export const detail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/draw/detail',
  access: 'user',
  request: v.strictObject({ id: Id }),
  response: Withdrawn,
});

/** Address book of the user, newest first, and whether withdrawals may go only to its addresses. */
export const addresses = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/address/list',
  access: 'user',
  request: Empty,
  response: v.object({ addresses: v.array(AddressRow), whitelist: Whitelist }),
});

/**
 * Adds an address to the book. Errors: `chainUnknown`, `addressKnown`, `addressesTooMany`, `labelInvalid`,
 * those of the address.
 */
export const addAddress = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/address/add',
  access: 'user',
  request: v.strictObject({ currency: AssetCode, chain: ChainCode, address: InputText, label: InputText }),
  response: v.object({ address: AddressRow }),
});

/** Removes an address from the book; the same one added later counts as new. Error: `notFound`. */
export const removeAddress = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/address/remove',
  access: 'user',
  request: v.strictObject({ id: Id }),
  response: Empty,
});

/** Switching it on acts at once; switching it off asks for a proof and acts after a day. */
export const setWhitelist = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/address/whitelist',
  access: 'user',
  request: v.strictObject({ on: v.boolean(), proof: v.exactOptional(Proof) }),
  response: v.object({ whitelist: Whitelist }),
});

/** Bank cards of the user, newest first, numbers masked. */
export const cards = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/card/list',
  access: 'user',
  request: Empty,
  response: v.object({ cards: v.array(CardRow) }),
});

/**
 * Saves a bank card. Errors: `identityNeeded`, `holderDiffers` from the verified name, `cardKnown`,
 * `cardsTooMany`.
 */
export const addCard = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/card/add',
  access: 'user',
  request: v.strictObject({
    holder: InputText,
    bank: InputText,
    branch: InputText,
    code: InputText,
    number: InputText,
  }),
  response: v.object({ card: CardRow }),
});

/** Removes a bank card of the user. Error: `notFound`. */
export const removeCard = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/card/remove',
  access: 'user',
  request: v.strictObject({ id: Id }),
  response: Empty,
});

/** A rate that is locked for this user and amount, to be used once. */
export const bankQuote = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/draw/bank/quote',
  access: 'user',
  request: v.strictObject({ fiat: FiatCode, amount: Amount }),
  response: v.object({
    id: v.string(),
    fiat: FiatCode,
    /** USDT. */
    amount: Amount,
    fee: Amount,
    /** Offered: fiat per USDT, less the spread; and the market's own. */
    rate: Amount,
    market: Amount,
    /** Fiat. */
    received: Amount,
    now: Moment,
    expiresAt: Moment,
  }),
});
