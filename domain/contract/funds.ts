import * as v from 'valibot';
import { accountKinds, balanceKinds, holdKinds, movementKinds } from '../wallet/balance.ts';
import { defineCall, IDEMPOTENCY_KEY } from './call.ts';
import { Amount, AssetCode, Empty, Moment, SignedAmount } from './fields.ts';
import { NotificationSummary } from './notificationSummary.ts';
import { FuturesState } from './perpetualRows.ts';
import { OrderRow } from './spotRows.ts';

const Account = /*#__PURE__*/ v.picklist(accountKinds);
const BalanceAccount = /*#__PURE__*/ v.picklist(balanceKinds);
const Movement = /*#__PURE__*/ v.picklist(movementKinds);
const Version = /*#__PURE__*/ v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A user's money in one account and asset. @see Balance in domain/wallet/balance.ts */
export const BalanceRow = /*#__PURE__*/ v.object({
  account: BalanceAccount,
  asset: AssetCode,
  posted: Amount,
  held: Amount,
  version: Version,
});

/** Complete trading state of the user: balances, open orders, positions and unread counts. */
export const balances = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/balances',
  access: 'user',
  request: Empty,
  response: v.object({
    /** Whose they are. */
    uid: v.string(),
    balances: v.array(BalanceRow),
    /** Orders that may still trade. */
    orders: v.array(OrderRow),
    /** Positions, orders on perpetuals, and how they are traded. */
    futures: FuturesState,
    /** Margin of open positions, USDT: set aside for isolated ones, at entry for cross ones. */
    positionMargin: Amount,
    /** Booked on perpetuals so far, USDT: price P/L less all fees, with position interest and what liquidations took. */
    realizedPl: SignedAmount,
    /** What happened that the user has not read of. */
    notifications: NotificationSummary,
  }),
});
/** Response of `account.balances`, and the snapshot of the private channel. */
export type BalancesAnswer = v.InferOutput<typeof balances.response>;

/** Open holds on an asset, newest first, at most 200; amounts in units of the asset. */
export const holds = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/holds',
  access: 'user',
  request: v.strictObject({ asset: AssetCode }),
  response: v.object({
    holds: v.array(
      v.object({
        account: BalanceAccount,
        kind: v.picklist(holdKinds),
        reference: v.string(),
        amount: Amount,
        at: Moment,
      }),
    ),
  }),
});

const RecordId = /*#__PURE__*/ v.pipe(v.string(), v.regex(/^\d{1,18}\.\d{1,4}$/));

/** Ledger entries of the user, newest first, or after one of them the oldest first; `amount` is signed, `balance` is the one after the entry. */
export const records = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/records',
  access: 'user',
  request: v.strictObject({
    asset: v.exactOptional(AssetCode),
    account: v.exactOptional(Account),
    kind: v.exactOptional(Movement),
    /** Not before and not after these moments. */
    from: v.exactOptional(Moment),
    to: v.exactOptional(Moment),
    /** `next` of the page before. */
    before: v.exactOptional(RecordId),
    /** Only rows after this one, and the oldest of them first; `0.0` for the first of all. */
    after: v.exactOptional(RecordId),
    limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500)), 50),
  }),
  response: v.object({
    rows: v.array(
      v.object({
        id: v.string(),
        account: Account,
        asset: AssetCode,
        kind: Movement,
        amount: SignedAmount,
        balance: Amount,
        at: Moment,
      }),
    ),
    /** Where the next page begins; null at the end. */
    next: v.nullable(v.string()),
  }),
});
/** One ledger entry: why money moved, by how much, and the balance after it, in units of the asset. */
export type RecordRow = v.InferOutput<typeof records.response>['rows'][number];

/**
 * Moves an amount between two accounts of the user. Errors: `sameAccount`, `amountZero`, `amountTooFine`,
 * `insufficientBalance`, `transferMargin` for what positions and orders need.
 */
export const transfer = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/transfer',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({ asset: AssetCode, from: Account, to: Account, amount: Amount }),
  response: v.object({ journal: v.number() }),
});

/** Takes the play money back and grants the first amounts again; with real money `notFound`. */
export const resetPlay = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/play/reset',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({}),
  response: v.object({ journal: v.number() }),
});

/** Results of money-moving calls by idempotency key, for a client that has lost a response. */
export const commandStatus = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/commands',
  access: 'user',
  request: v.strictObject({
    keys: v.pipe(v.array(v.pipe(v.string(), v.regex(IDEMPOTENCY_KEY))), v.minLength(1), v.maxLength(50)),
  }),
  response: v.object({
    commands: v.array(
      v.object({
        key: v.string(),
        /** Whether it acted. If not, its key is void from here on: a request that is still on its way is refused. */
        done: v.boolean(),
        response: v.nullable(v.unknown()),
      }),
    ),
  }),
});
