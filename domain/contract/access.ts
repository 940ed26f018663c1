import * as v from 'valibot';
import { securityMeasures } from '../security.ts';
import { defineCall } from './call.ts';
import { Amount, AssetCode, Empty, Id, Moment, Typed } from './fields.ts';
import { ChainCode, FiatCode } from './withdrawalRows.ts';

/** One of the two ways to name a person. */
export const Contact = /*#__PURE__*/ v.union([
  v.strictObject({ kind: v.literal('email'), email: Typed }),
  v.strictObject({ kind: v.literal('phone'), phone: Typed }),
]);
export type Contact = v.InferOutput<typeof Contact>;

/** What a code is good for; a code for one purpose opens nothing else. */
export const codePurposes = [
  'register',
  'retrieve',
  'login',
  'bindPhone',
  'bindEmail',
  'changeEmail',
  'changePhone',
  'fundPassword',
  'withdrawal',
  'addressBook',
  'apiKey',
] as const;
const Purpose = /*#__PURE__*/ v.picklist(codePurposes);
/**
 * What a withdrawal's code confirms: an address and an amount in the currency, or a card and an amount in USDT. The
 * message names both, and what the code proves is good for nothing else.
 */
const CodeAbout = /*#__PURE__*/ v.union([
  v.strictObject({ currency: AssetCode, chain: ChainCode, address: Typed, amount: Amount }),
  v.strictObject({ card: Id, fiat: FiatCode, amount: Amount }),
]);
export type CodeAbout = v.InferOutput<typeof CodeAbout>;
const CodeSent = /*#__PURE__*/ v.object({
  /** When another may be asked for, ms from now. */
  againInMs: v.number(),
  /** How long it is good, ms. */
  validMs: v.number(),
  /** Whether it lies in the practice outbox instead of going out. */
  isLocal: v.boolean(),
});

export const temporaryToken = /*#__PURE__*/ defineCall({
  path: '/xb/v1/common/temp/token',
  access: 'anyone',
  request: Empty,
  response: v.object({ token: v.string(), expiresAt: Moment }),
});

export const sendSms = /*#__PURE__*/ defineCall({
  path: '/xb/v1/common/send/sms',
  access: 'temporary',
  request: v.object({ phone: Typed, purpose: Purpose, about: v.exactOptional(CodeAbout) }),
  response: CodeSent,
});

export const sendEmail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/common/send/email',
  access: 'temporary',
  request: v.object({ email: Typed, purpose: Purpose, about: v.exactOptional(CodeAbout) }),
  response: CodeSent,
});

export const upload = /*#__PURE__*/ defineCall({
  path: '/xb/v1/common/upload',
  access: 'temporary',
  takesFile: true,
  request: Empty,
  response: v.object({ id: v.string(), width: v.number(), height: v.number(), bytes: v.number() }),
});

const Session = /*#__PURE__*/ v.object({ token: v.string(), uid: v.string() });

export const register = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/register',
  access: 'anyone',
  request: v.strictObject({
    contact: Contact,
    code: Typed,
    password: Typed,
    inviteCode: v.exactOptional(Typed),
    agreed: v.boolean(),
  }),
  response: Session,
});

export const guest = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/guest',
  access: 'anyone',
  request: v.strictObject({ agreed: v.boolean() }),
  response: Session,
});

export const complete = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/complete',
  access: 'user',
  request: v.strictObject({
    contact: Contact,
    code: Typed,
    password: Typed,
    inviteCode: v.exactOptional(Typed),
  }),
  response: Empty,
});

export const login = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/login',
  access: 'anyone',
  request: v.strictObject({
    contact: Contact,
    password: Typed,
    totp: v.exactOptional(Typed),
    /** By mail or text message, where `loginCodeRequired` asks for one. */
    code: v.exactOptional(Typed),
  }),
  response: Session,
});

export const retrieve = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/retrieve',
  access: 'anyone',
  request: v.strictObject({ contact: Contact, code: Typed, password: Typed }),
  response: Empty,
});

export const logout = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/logout',
  access: 'user',
  request: Empty,
  response: Empty,
});

export const profile = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/profile',
  access: 'user',
  request: Empty,
  response: v.object({
    uid: v.string(),
    /** Masked; null while none is bound. */
    email: v.nullable(v.string()),
    phone: v.nullable(v.string()),
    level: v.number(),
    identity: v.picklist(['none', 'pending', 'basic', 'advanced']),
    creditScore: v.number(),
    inviteCode: v.string(),
    createdAt: Moment,
    measures: v.object(
      Object.fromEntries(securityMeasures.map((measure) => [measure, v.boolean()])) as Record<
        (typeof securityMeasures)[number],
        v.BooleanSchema<undefined>
      >,
    ),
    antiPhishing: v.nullable(v.string()),
    recoveryCodesLeft: v.number(),
    /** Until when withdrawals rest after a change; null when they do not. */
    heldUntil: v.nullable(Moment),
    /** After which change, as the history names it; null when they do not. */
    heldAfter: v.nullable(v.string()),
    /** Whether the money is play money that can be reset. */
    isPlay: v.boolean(),
  }),
});
export type Profile = v.InferOutput<typeof profile.response>;
