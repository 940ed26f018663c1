import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Empty, Moment, Typed } from './fields.ts';

const Page = {
  /** Only rows before this one; absent: the newest. */
  before: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)), 50),
};

export const sessions = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/sessions',
  access: 'user',
  summary: 'Devices that are logged in',
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

export const endSession = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/session/end',
  access: 'user',
  summary: 'Logs one device out, or all but this one',
  request: v.strictObject({ id: v.exactOptional(v.pipe(v.number(), v.integer())) }),
  response: v.object({ ended: v.number() }),
});

export const logins = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/logins',
  access: 'user',
  summary: 'Logins and changes of the account, newest first',
  request: v.object(Page),
  response: v.object({
    rows: v.array(
      v.object({ id: v.number(), what: v.string(), device: v.string(), address: v.string(), at: Moment }),
    ),
    more: v.boolean(),
  }),
});

export const changePassword = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/password',
  access: 'user',
  summary: 'Changes the login password; other sessions end, withdrawals rest for a day',
  request: v.strictObject({ old: Typed, password: Typed, totp: v.exactOptional(Typed) }),
  response: Empty,
});

export const setFundPassword = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/fund/password',
  access: 'user',
  summary: 'Sets or changes the funding password, by a code to the bound contact',
  request: v.strictObject({ password: Typed, code: Typed, totp: v.exactOptional(Typed) }),
  response: Empty,
});

export const bindPhone = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/phone',
  access: 'user',
  summary: 'Binds or changes the phone, by a code to the new number and the password',
  request: v.strictObject({ phone: Typed, code: Typed, password: Typed, totp: v.exactOptional(Typed) }),
  response: Empty,
});

export const bindEmail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/email',
  access: 'user',
  summary: 'Binds a first e-mail address, by a code to it and the password',
  request: v.strictObject({ email: Typed, code: Typed, password: Typed, totp: v.exactOptional(Typed) }),
  response: Empty,
});

export const changeEmail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/email/change',
  access: 'user',
  summary: 'Changes the address, by a code to the old one and a code to the new one',
  request: v.strictObject({ oldCode: Typed, email: Typed, code: Typed, totp: v.exactOptional(Typed) }),
  response: Empty,
});

export const totpStart = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/totp/start',
  access: 'user',
  summary: 'A new secret for time-based codes; it counts once it is confirmed',
  request: v.strictObject({ password: Typed }),
  response: v.object({ secret: v.string(), uri: v.string() }),
});

export const totpConfirm = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/totp/confirm',
  access: 'user',
  summary: 'Turns time-based codes on; the recovery codes are told once',
  request: v.strictObject({ totp: Typed }),
  response: v.object({ recoveryCodes: v.array(v.string()) }),
});

export const totpOff = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/totp/off',
  access: 'user',
  summary: 'Turns time-based codes off; other sessions end, withdrawals rest for a day',
  request: v.strictObject({ password: Typed, totp: Typed }),
  response: Empty,
});

export const setAntiPhishing = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/phishing/word',
  access: 'user',
  summary: 'The word that every mail of ours shows',
  request: v.strictObject({ word: Typed }),
  response: Empty,
});

/** Codes and notices that lie on this machine because no mail or text-message service is set. */
export const outbox = /*#__PURE__*/ defineCall({
  path: '/xb/v1/dev/outbox',
  access: 'anyone',
  summary: 'Practice only: the newest messages that would have gone out',
  request: Empty,
  response: v.object({
    messages: v.array(
      v.object({ id: v.number(), to: v.string(), subject: v.string(), text: v.string(), at: Moment }),
    ),
  }),
});
