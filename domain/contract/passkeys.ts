import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Empty, Id, InputText, Moment } from './fields.ts';

/** Bytes as base64url, as browsers write what an authenticator answers. */
const Bytes = /*#__PURE__*/ v.pipe(v.string(), v.maxLength(8_192), v.regex(/^[\w-]+$/));

/** What an authenticator signed, in answer to a challenge. */
export const Assertion = /*#__PURE__*/ v.strictObject({
  id: Bytes,
  clientDataJSON: Bytes,
  authenticatorData: Bytes,
  signature: Bytes,
});
export type Assertion = v.InferOutput<typeof Assertion>;

const Challenge = /*#__PURE__*/ v.object({
  challenge: v.string(),
  rpId: v.string(),
  expiresAt: Moment,
  /** Those that may answer; empty where any passkey of this place may. */
  passkeys: v.array(v.string()),
});

/** Passkeys of the user and the domain (`rpId`) that they are good for. */
export const passkeys = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/passkeys',
  access: 'user',
  request: Empty,
  response: v.object({
    rpId: v.string(),
    rows: v.array(
      v.object({
        id: v.number(),
        label: v.string(),
        createdAt: Moment,
        /** Null before its first use. */
        usedAt: v.nullable(Moment),
      }),
    ),
  }),
});

/**
 * Challenge for a new passkey, good for 5 minutes. Errors: `passwordWrong`, `totpRequired`, `totpInvalid`,
 * `passkeysTooMany`.
 */
export const passkeyStart = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/passkey/start',
  access: 'user',
  request: v.strictObject({ password: InputText, totp: v.exactOptional(InputText) }),
  response: v.object({
    ...Challenge.entries,
    /** As the authenticator knows the user: says nothing of who it is. */
    handle: v.string(),
    uid: v.string(),
  }),
});

/** Stores a new passkey and holds withdrawals for a day. Errors: `passkeyInvalid`, `passkeysTooMany`. */
export const passkeyAdd = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/passkey/add',
  access: 'user',
  request: v.strictObject({
    label: v.pipe(InputText, v.maxLength(60)),
    passkey: v.strictObject({ id: Bytes, clientDataJSON: Bytes, attestationObject: Bytes }),
  }),
  response: v.object({ id: v.number() }),
});

/** Removes a passkey of the user. Errors: `passwordWrong`, `totpRequired`, `totpInvalid`, `notFound`. */
export const passkeyRemove = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/passkey/remove',
  access: 'user',
  request: v.strictObject({ id: Id, password: InputText, totp: v.exactOptional(InputText) }),
  response: Empty,
});

/** To log in: anybody's. */
export const passkeyChallenge = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/passkey/challenge',
  access: 'anyone',
  request: Empty,
  response: Challenge,
});

/** To prove once more that it is the user who is logged in. */
export const passkeyProof = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/passkey/proof',
  access: 'user',
  request: Empty,
  response: Challenge,
});

/**
 * Opens a session by a signed challenge, without password and second factor. Errors: `passkeyInvalid`,
 * `passkeyUnknown`, `accountFrozen`.
 */
export const passkeyLogin = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/passkey/login',
  access: 'anyone',
  request: v.strictObject({ passkey: Assertion }),
  response: v.object({ token: v.string(), uid: v.string() }),
});
