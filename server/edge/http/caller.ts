import type { Context } from 'hono';
import type { Call } from '../../../domain/contract/index.ts';
import { IDEMPOTENCY_KEY, KEY_HEADER } from '../../../domain/contract/index.ts';
import { RuleError } from '../../../domain/index.ts';
import { digestOf } from '../../base/digest.ts';
import type { Caller } from '../../books/users/context.ts';
import { deviceOf } from '../../books/users/device.ts';
import { LoginNeededError } from '../../books/users/sending.ts';
import type { SessionUser } from '../../books/users/sessions.ts';
import { languageOfHeader } from './words.ts';

export interface CallerDeps {
  /** The caller's network address, for limits and for the history of logins. */
  readonly addressOf: (c: Context) => string;
  readonly userOf: (token: string) => Promise<SessionUser | undefined>;
  readonly temporaryOf: (token: string) => Promise<Uint8Array | undefined>;
}

/** The stored token, as the specification sends it, or with the scheme that other clients put before it. */
export const tokenOf = (c: Context): string =>
  (c.req.header('authorization') ?? '').replace(/^Bearer +/i, '').trim();

const isTokenLike = (token: string): boolean => token !== '' && token.length <= 100;

/**
 * Authenticates the caller.
 * @throws {LoginNeededError} without a session on a call that requires one.
 * @throws {RuleError} `temporaryTokenInvalid`, `keyMissing`.
 */
export async function callerOf(c: Context, call: Call, deps: CallerDeps): Promise<Caller> {
  const origin = {
    address: deps.addressOf(c),
    device: deviceOf(c.req.header('user-agent')),
    language: languageOfHeader(c.req.header('locale')),
  };
  const token = tokenOf(c);
  if (call.access === 'anyone')
    return isTokenLike(token) ? { ...origin, temporary: digestOf(token) } : origin;
  const user = token === '' ? undefined : await deps.userOf(token);
  if (call.access === 'user') {
    if (!user) throw new LoginNeededError();
    return call.movesMoney ? { ...origin, user, key: keyOf(c) } : { ...origin, user };
  }
  if (user) return { ...origin, user };
  const temporary = token === '' ? undefined : await deps.temporaryOf(token);
  if (!temporary) throw new RuleError('temporaryTokenInvalid');
  return { ...origin, temporary };
}

function keyOf(c: Context): string {
  const key = c.req.header(KEY_HEADER);
  if (key === undefined || !IDEMPOTENCY_KEY.test(key)) throw new RuleError('keyMissing');
  return key;
}
