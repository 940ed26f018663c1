import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Count, Empty, Id, Moment, Typed } from './fields.ts';

const Page = {
  /** Only rows before this one; absent: the newest. */
  before: v.exactOptional(Count),
  limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(200)), 50),
};

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

export const endSession = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/session/end',
  access: 'user',
  request: v.strictObject({ id: v.exactOptional(Id) }),
  response: v.object({ ended: v.number() }),
});

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

export const changePassword = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/password',
  access: 'user',
  request: v.strictObject({ old: Typed, password: Typed, totp: v.exactOptional(Typed) }),
  response: Empty,
});

export const setFundPassword = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/fund/password',
  access: 'user',
  request: v.strictObject({ password: Typed, code: Typed, totp: v.exactOptional(Typed) }),
  response: Empty,
});

export const bindPhone = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/phone',
  access: 'user',
  request: v.strictObject({
    oldCode: Typed,
    phone: Typed,
    code: Typed,
    password: Typed,
    totp: v.exactOptional(Typed),
  }),
  response: Empty,
});

export const bindEmail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/email',
  access: 'user',
  request: v.strictObject({
    oldCode: Typed,
    email: Typed,
    code: Typed,
    password: Typed,
    totp: v.exactOptional(Typed),
  }),
  response: Empty,
});

export const changeEmail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/email/change',
  access: 'user',
  request: v.strictObject({ oldCode: Typed, email: Typed, code: Typed, totp: v.exactOptional(Typed) }),
  response: Empty,
});

export const totpStart = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/totp/start',
  access: 'user',
  request: v.strictObject({ password: Typed }),
  response: v.object({ secret: v.string(), uri: v.string() }),
});

export const totpConfirm = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/totp/confirm',
  access: 'user',
  request: v.strictObject({ totp: Typed }),
  response: v.object({ recoveryCodes: v.array(v.string()) }),
});

export const totpOff = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/totp/off',
  access: 'user',
  request: v.strictObject({ password: Typed, totp: Typed }),
  response: Empty,
});

export const setAntiPhishing = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/phishing/word',
  access: 'user',
  request: v.strictObject({ word: Typed }),
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
