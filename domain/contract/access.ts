import * as v from 'valibot';
import { securityMeasures } from '../account/security.ts';
import { defineCall } from './call.ts';
import { Amount, AssetCode, Empty, Id, InputText, Moment } from './fields.ts';
import { ChainCode, FiatCode } from './withdrawalRows.ts';

/** One of the two ways to name a user. */
export const Contact = /*#__PURE__*/ v.union([
  v.strictObject({ kind: v.literal('email'), email: InputText }),
  v.strictObject({ kind: v.literal('phone'), phone: InputText }),
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
  v.strictObject({ currency: AssetCode, chain: ChainCode, address: InputText, amount: Amount }),
  v.strictObject({ card: Id, fiat: FiatCode, amount: Amount }),
]);
/** The withdrawal that a code confirms: address and amount in the currency, or card and amount in USDT. */
export type CodeAbout = v.InferOutput<typeof CodeAbout>;
const CodeSent = /*#__PURE__*/ v.object({
  /** When another may be requested, ms from now. */
  againInMs: v.number(),
  /** How long it is good, ms. */
  validMs: v.number(),
  /** Whether it lies in the practice outbox instead of going out. */
  isLocal: v.boolean(),
});

/** Token for sending codes and uploading before login, good for 30 minutes. Error: `tooManyRequests`. */
export const temporaryToken = /*#__PURE__*/ defineCall({
  path: '/xb/v1/common/temp/token',
  access: 'anyone',
  request: Empty,
  response: v.object({ token: v.string(), expiresAt: Moment }),
});

/**
 * Sends a 6-digit code by text message; the response is the same for known and unknown numbers. Errors: those
 * of the number, `contactMissing`, `tooManyRequests`, `loginNeeded` for purposes of a logged-in user.
 */
export const sendSms = /*#__PURE__*/ defineCall({
  path: '/xb/v1/common/send/sms',
  access: 'temporary',
  request: v.object({ phone: InputText, purpose: Purpose, about: v.exactOptional(CodeAbout) }),
  response: CodeSent,
});

/**
 * Sends a 6-digit code by mail; the response is the same for known and unknown addresses. Errors: those of
 * the address, `contactMissing`, `tooManyRequests`, `loginNeeded`.
 */
export const sendEmail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/common/send/email',
  access: 'temporary',
  request: v.object({ email: InputText, purpose: Purpose, about: v.exactOptional(CodeAbout) }),
  response: CodeSent,
});

/** Stores one picture (JPEG, PNG, WebP, at most 8 MB), re-encoded without metadata; pixels and bytes. */
export const upload = /*#__PURE__*/ defineCall({
  path: '/xb/v1/common/upload',
  access: 'temporary',
  takesFile: true,
  request: Empty,
  response: v.object({ id: v.string(), width: v.number(), height: v.number(), bytes: v.number() }),
});

const Session = /*#__PURE__*/ v.object({ token: v.string(), uid: v.string() });

/**
 * Opens an account and its first session. Errors: `agreementRequired`, `codeInvalid`, those of contact,
 * password and invite code.
 */
export const register = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/register',
  access: 'anyone',
  request: v.strictObject({
    contact: Contact,
    code: InputText,
    password: InputText,
    inviteCode: v.exactOptional(InputText),
    agreed: v.boolean(),
  }),
  response: Session,
});

/**
 * Opens an account without contact or password, reached by this session alone. Errors: `agreementRequired`,
 * `guestLimited` with real money.
 */
export const guest = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/guest',
  access: 'anyone',
  request: v.strictObject({ agreed: v.boolean() }),
  response: Session,
});

/**
 * Adds contact and password to a guest account, whose session and balances stay. Errors: those of contact,
 * code and password, `contactBound` for any other account.
 */
export const complete = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/complete',
  access: 'user',
  request: v.strictObject({
    contact: Contact,
    code: InputText,
    password: InputText,
    inviteCode: v.exactOptional(InputText),
  }),
  response: Empty,
});

/**
 * Opens a session. Wrong password and unknown contact give the same `loginRefused`; also `loginCodeRequired`,
 * `totpRequired`, `totpInvalid`, `codeInvalid`, `accountFrozen`.
 */
export const login = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/login',
  access: 'anyone',
  request: v.strictObject({
    contact: Contact,
    password: InputText,
    totp: v.exactOptional(InputText),
    /** By mail or text message, where `loginCodeRequired` asks for one. */
    code: v.exactOptional(InputText),
  }),
  response: Session,
});

/** Sets a forgotten password by a code; ends all sessions and API keys and holds withdrawals for a day. */
export const retrieve = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/retrieve',
  access: 'anyone',
  request: v.strictObject({ contact: Contact, code: InputText, password: InputText }),
  response: Empty,
});

/** Ends the session of the request; others stay. */
export const logout = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/logout',
  access: 'user',
  request: Empty,
  response: Empty,
});

/** The logged-in account: masked contacts, identity level 0 to 2, security measures, hold on withdrawals. */
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
/** Response of `account.profile`. */
export type Profile = v.InferOutput<typeof profile.response>;
