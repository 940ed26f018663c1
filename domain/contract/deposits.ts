import * as v from 'valibot';
import { depositStates, noticeStates } from '../wallet/deposit.ts';
import { defineCall } from './call.ts';
import { DepositChain, DepositRow, NoticeRow } from './depositRows.ts';
import { Amount, AssetCode, Empty, Id, InputText, Moment, PictureContent, UploadId } from './fields.ts';

const Page = {
  /** Not before and not after these moments. */
  from: v.exactOptional(Moment),
  to: v.exactOptional(Moment),
  /** `next` of the page before. */
  before: v.exactOptional(Id),
  limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500)), 50),
};

/** What can be deposited where, how long it takes, and what of this user's money still waits. */
export const infos = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/recharge/infos',
  access: 'user',
  request: Empty,
  response: v.object({
    now: Moment,
    /** Networks and coins are made up here: nothing real may be sent to these addresses. */
    isSimulated: v.boolean(),
    /** Coins that users look for: `refusal` says why one is not taken, null for the one that is. */
    coins: v.array(v.object({ asset: AssetCode, refusal: v.nullable(v.string()) })),
    networks: v.array(
      v.object({
        chain: DepositChain,
        name: v.string(),
        standard: v.string(),
        asset: AssetCode,
        /** Smaller deposits are not credited, and are not added up. */
        least: Amount,
        creditAt: v.number(),
        unlockAt: v.number(),
        /** Until a deposit is credited, and until it can be withdrawn: the usual time, ms. */
        arrivalMs: v.number(),
        unlockMs: v.number(),
        /** `late`: the network has been silent for longer than it should; deposits come in later. */
        status: v.picklist(['open', 'late']),
        /** When the network answered last, and its newest block; null before the first time. */
        heardAt: v.nullable(Moment),
        block: v.nullable(v.number()),
      }),
    ),
    /** Credited and not yet to be withdrawn; owed for deposits that were taken back after they had been used. */
    locked: v.array(v.object({ asset: AssetCode, amount: Amount })),
    debts: v.array(v.object({ asset: AssetCode, amount: Amount })),
    /** Bounds of test money, USDT; null where there is none. */
    test: v.nullable(v.object({ least: Amount, most: Amount })),
  }),
});

/** The user's own address on a network: the same one for ever, made at the first request. */
export const address = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/recharge/address',
  access: 'user',
  request: v.strictObject({ chain: DepositChain }),
  response: v.object({
    chain: DepositChain,
    asset: AssetCode,
    address: v.string(),
    /** What its picture code holds. Of a simulated network no real wallet takes it for an address. */
    code: v.string(),
  }),
});

/** Deposits of the user, newest first, filtered by network, state and time. */
export const list = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/recharge/list',
  access: 'user',
  request: v.strictObject({
    chain: v.exactOptional(DepositChain),
    state: v.exactOptional(v.picklist(depositStates)),
    ...Page,
  }),
  response: v.object({ rows: v.array(DepositRow), next: v.nullable(v.number()) }),
});

/** One deposit of the user. Error: `notFound`. */
export const detail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/recharge/detail',
  access: 'user',
  request: v.strictObject({ id: Id }),
  response: v.object({ deposit: DepositRow }),
});

/** Reports a deposit that is missing; an operator looks at it. Each voucher and transaction is taken once. */
export const notify = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/recharge/notice/add',
  access: 'user',
  request: v.strictObject({
    chain: DepositChain,
    amount: Amount,
    tx: v.exactOptional(InputText),
    /** The id that `common.upload` gave. */
    voucher: UploadId,
  }),
  response: v.object({ notice: NoticeRow }),
});

/** Reports of missing deposits by the user, newest first. */
export const notices = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/recharge/notice/list',
  access: 'user',
  request: v.strictObject({ state: v.exactOptional(v.picklist(noticeStates)), ...Page }),
  response: v.object({ rows: v.array(NoticeRow), next: v.nullable(v.number()) }),
});

/** The picture of a notice, for who sent it. */
export const voucher = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/recharge/notice/voucher',
  access: 'user',
  request: v.strictObject({ id: Id }),
  response: PictureContent,
});

/** Practice only: sends test money to the own address over the simulated network. Nothing is booked by the call. */
export const test = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/recharge/test',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({ chain: DepositChain, amount: Amount }),
  response: v.object({ chain: DepositChain, address: v.string(), tx: v.string() }),
});
