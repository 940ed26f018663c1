import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Count, Empty, Id, InputText, Moment } from './fields.ts';

/** How a key's requests are signed: with a secret that both sides know, or with a private key that only a program has. */
const Kind = /*#__PURE__*/ v.picklist(['hmac', 'ed25519']);

/** A key with which a program calls in the name of its owner. It always may read, and never withdraws. */
export const ApiKeyRow = /*#__PURE__*/ v.object({
  id: Id,
  name: v.string(),
  /** What a request names it by. */
  apiKey: v.string(),
  kind: Kind,
  /** Whether it may place and cancel spot orders, and those of perpetuals. */
  spot: v.boolean(),
  futures: v.boolean(),
  /** Addresses that it is good from; from any when empty. */
  addresses: v.array(v.string()),
  createdAt: Moment,
  /** When and from where it was used last; null before the first time. Written at most once a minute. */
  usedAt: v.nullable(Moment),
  usedFrom: v.nullable(v.string()),
});
export type ApiKeyRow = v.InferOutput<typeof ApiKeyRow>;

/** API keys of the user, without secrets, and the proof that a new one requires. */
export const listApiKeys = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/api/key/list',
  access: 'user',
  request: Empty,
  response: v.object({
    /** Newest first. */
    keys: v.array(ApiKeyRow),
    /** How many one user may have. */
    most: Count,
    /** What has to be proven for a new one: whether there is a funding password, where a code goes, an authenticator, a passkey. */
    proof: v.object({
      fundPassword: v.boolean(),
      code: v.nullable(v.picklist(['email', 'phone'])),
      totp: v.boolean(),
      passkey: v.boolean(),
    }),
  }),
});

/** Creates an API key. Errors: `apiKeyAddress`, `apiKeyPublic`, `apiKeysTooMany`, `proofInvalid`, others. */
export const addApiKey = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/api/key/add',
  access: 'user',
  request: v.strictObject({
    name: InputText,
    kind: Kind,
    /** Of an Ed25519 key: PEM, or the base64 of its SPKI form. */
    publicKey: v.exactOptional(v.pipe(v.string(), v.maxLength(1_000))),
    spot: v.boolean(),
    futures: v.boolean(),
    addresses: v.pipe(v.array(InputText), v.maxLength(30)),
    /** Of purpose `apiKey`. */
    proof: v.pipe(v.string(), v.maxLength(100)),
  }),
  response: v.object({
    key: ApiKeyRow,
    /** The secret of an HMAC key, in this answer alone; null for an Ed25519 key. */
    secret: v.nullable(v.string()),
  }),
});

/** Ends an API key of the user at once. Error: `notFound`. */
export const endApiKey = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/api/key/end',
  access: 'user',
  request: v.strictObject({ id: Id }),
  response: Empty,
});
