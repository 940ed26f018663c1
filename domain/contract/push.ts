import * as v from 'valibot';
import { PUSH_MOVED_PATH } from '../notifications/push.ts';
import { defineCall } from './call.ts';
import { Empty } from './fields.ts';

/** A point of P-256, uncompressed: 65 bytes, base64url. */
const PublicKey = /*#__PURE__*/ v.pipe(v.string(), v.regex(/^B[\w-]{86}$/));
/** 16 bytes, base64url. */
const AuthSecret = /*#__PURE__*/ v.pipe(v.string(), v.regex(/^[\w-]{22}$/));
/** Where a push service takes messages for one device. Checked by its own rule. */
const Endpoint = /*#__PURE__*/ v.pipe(v.string(), v.maxLength(1_000));
/** What a browser gives who may send to it. */
const subscription = { endpoint: Endpoint, p256dh: PublicKey, auth: AuthSecret };

/** Public key with which a browser subscribes to push messages of this exchange. */
export const pushKey = /*#__PURE__*/ defineCall({
  path: '/xb/v1/notification/push',
  access: 'user',
  request: Empty,
  /** The key by which push services know this exchange; null where it sends nothing. */
  response: v.object({ key: v.nullable(PublicKey) }),
});

/** Ends with the login that calls. A second one takes the place of the first. */
export const pushOn = /*#__PURE__*/ defineCall({
  path: '/xb/v1/notification/push/on',
  access: 'user',
  request: v.strictObject({ ...subscription, words: v.boolean() }),
  response: Empty,
});

/** Removes the push subscription of this session. */
export const pushOff = /*#__PURE__*/ defineCall({
  path: '/xb/v1/notification/push/off',
  access: 'user',
  request: Empty,
  response: Empty,
});

/** By the service worker, which has no login: the old subscription's secret says whose it is. */
export const pushMoved = /*#__PURE__*/ defineCall({
  path: PUSH_MOVED_PATH,
  access: 'anyone',
  request: v.strictObject({
    ...subscription,
    former: v.strictObject({ endpoint: Endpoint, auth: AuthSecret }),
  }),
  response: Empty,
});
