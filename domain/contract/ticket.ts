import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Empty, Moment } from './fields.ts';

/** Single-use ticket, good for one minute, with which a socket authenticates by `auth`. */
export const ticket = /*#__PURE__*/ defineCall({
  path: '/xb/v1/account/ws/ticket',
  access: 'user',
  request: Empty,
  response: v.object({ ticket: v.string(), expiresAt: Moment }),
});
