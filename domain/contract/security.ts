import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Count, Empty, Id, InputText, Moment } from './fields.ts';

const Page = {
  /** Only rows before this one; absent: the newest. */
  before: v.exactOptional(Count),
  limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(200)), 50),
};

/** Devices with an open session of the user; `isCurrent` marks the one of the request. */
export const sessions = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/sessions',
  access: 'user',
  request: Empty,
  response: v.object({
    sessions: v.array(
      v.object({
        id: v.number(),
        device: v.string(),
        address: v.string(),
        createdAt: Moment,
        seenAt: Moment,
        isCurrent: v.boolean(),
      }),
    ),
  }),
});

/** Ends one session of the user, or without `id` all but the current one; returns how many. */
export const endSession = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/session/end',
  access: 'user',
  request: v.strictObject({ id: v.exactOptional(Id) }),
  response: v.object({ ended: v.number() }),
});

/** Logins and security changes of the account, newest first; `what` is the event's code. */
export const logins = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/logins',
  access: 'user',
  request: v.object(Page),
  response: v.object({
    rows: v.array(
      v.object({ id: v.number(), what: v.string(), device: v.string(), address: v.string(), at: Moment }),
    ),
    more: v.boolean(),
  }),
});

/**
 * Replaces the login password; ends other sessions and all API keys, holds withdrawals for a day. Errors:
 * `passwordWrong`, `totpRequired`, `totpInvalid`, those of the new password.
 */
export const changePassword = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/password',
  access: 'user',
  request: v.strictObject({ old: InputText, password: InputText, totp: v.exactOptional(InputText) }),
  response: Empty,
});

/**
 * Sets or replaces the funding password by a code to the e-mail address, else the phone. Errors:
 * `codeInvalid`, `totpRequired`, `totpInvalid`, `fundPasswordSame` when it equals the login password.
 */
export const setFundPassword = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/fund/password',
  access: 'user',
  request: v.strictObject({ password: InputText, code: InputText, totp: v.exactOptional(InputText) }),
  response: Empty,
});

/**
 * Sets or replaces the phone: `oldCode` comes from the contact in use, `code` from the new number. Replacing
 * holds withdrawals for a day.
 */
export const bindPhone = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/phone',
  access: 'user',
  request: v.strictObject({
    oldCode: InputText,
    phone: InputText,
    code: InputText,
    password: InputText,
    totp: v.exactOptional(InputText),
  }),
  response: Empty,
});

/**
 * Sets the first e-mail address: `oldCode` comes from the phone. Holds withdrawals for a day; `contactBound`
 * when one is set.
 */
export const bindEmail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/email',
  access: 'user',
  request: v.strictObject({
    oldCode: InputText,
    email: InputText,
    code: InputText,
    password: InputText,
    totp: v.exactOptional(InputText),
  }),
  response: Empty,
});

/** Replaces the e-mail address by codes from the old and the new mailbox. */
export const changeEmail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/email/change',
  access: 'user',
  request: v.strictObject({
    oldCode: InputText,
    email: InputText,
    code: InputText,
    totp: v.exactOptional(InputText),
  }),
  response: Empty,
});

/** New secret with its `otpauth:` URI; in force only after `totpConfirm`. Error: `totpOn`. */
export const totpStart = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/totp/start',
  access: 'user',
  request: v.strictObject({ password: InputText }),
  response: v.object({ secret: v.string(), uri: v.string() }),
});

/** Turns time-based codes on; ends other sessions. Recovery codes are returned only here. */
export const totpConfirm = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/totp/confirm',
  access: 'user',
  request: v.strictObject({ totp: InputText }),
  response: v.object({ recoveryCodes: v.array(v.string()) }),
});

/** Turns time-based codes off; ends other sessions and holds withdrawals for a day. Error: `totpOff`. */
export const totpOff = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/totp/off',
  access: 'user',
  request: v.strictObject({ password: InputText, totp: InputText }),
  response: Empty,
});

/** Word of 3 to 20 characters that every mail to the user contains. Error: `wordInvalid`. */
export const setAntiPhishing = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/phishing/word',
  access: 'user',
  request: v.strictObject({ word: InputText }),
  response: Empty,
});

/** Codes and notices that lie on this machine because no mail or text-message service is set. */
export const outbox = /*#__PURE__*/ defineCall({
  path: '/xb/v1/dev/outbox',
  access: 'anyone',
  request: Empty,
  response: v.object({
    messages: v.array(
      v.object({ id: v.number(), to: v.string(), subject: v.string(), text: v.string(), at: Moment }),
    ),
  }),
});
