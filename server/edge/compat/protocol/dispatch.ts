import * as v from 'valibot';
import type { Call, CallName } from '../../../../domain/contract/index.ts';
import { calls } from '../../../../domain/contract/index.ts';
import { RuleError } from '../../../../domain/index.ts';
import type { ServerClock } from '../../../base/clock.ts';
import { DatabaseAwayError } from '../../../base/db/database.ts';
import { digestOf } from '../../../base/digest.ts';
import { networkOf } from '../../../base/network.ts';
import { hexOf } from '../../../base/secrets.ts';
import type { ApiKey, ApiKeyReader } from '../../../books/users/apiKeys.ts';
import type { Handlers } from '../../../books/users/callHandlers.ts';
import type { Caller } from '../../../books/users/context.ts';
import { TooManyError } from '../../../books/users/limits.ts';
import type { RefusalTable } from './apiError.ts';
import { ApiError, keyRefused, overloaded } from './apiError.ts';
import type { EarlyRefusals } from './early.ts';
import { keyName, spenderOf } from './early.ts';
import type { Endpoint, Signer } from './endpoint.ts';
import { Params } from './params.ts';
import type { CompatRates, UsedHeaders } from './rates.ts';
import type { Replays } from './replays.ts';
import type { RawRequest } from './signature.ts';
import { namedKey, requireFresh, requireSigned } from './signature.ts';

export interface DispatchDeps {
  readonly handlers: Handlers;
  readonly keys: ApiKeyReader;
  readonly rates: CompatRates;
  readonly replays: Replays;
  readonly early: EarlyRefusals;
  readonly clock: Pick<ServerClock, 'now'>;
  /** Lets a call in. @returns to be called when it has ended. @throws {RuleError} `unavailable`. */
  readonly admit: (name: CallName) => () => void;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

export interface Answered {
  readonly body: unknown;
  readonly status: number;
  readonly headers: UsedHeaders;
}

/** Parameters of query and body; one that stands in both counts as the query says. */
export function paramsOf({ query, body }: Pick<RawRequest, 'query' | 'body'>): Params {
  return new Params([...new URLSearchParams(body), ...new URLSearchParams(query)]);
}

/** Handles one request: authenticates the key, checks permission and rate limits, and responds. */
export async function dispatch(
  deps: DispatchDeps,
  endpoint: Endpoint,
  refusals: RefusalTable,
  raw: RawRequest,
): Promise<Answered> {
  const headers: Record<string, string> = {};
  try {
    const params = paramsOf(raw);
    const body = await answerOf(deps, endpoint, params, raw, headers);
    return { body, status: 200, headers };
  } catch (error) {
    const refusal = refusalOf(deps, error, { ...refusals, ...endpoint.refusals });
    if (refusal.retryAfterS !== undefined) headers['retry-after'] = `${refusal.retryAfterS}`;
    return { body: refusal.body, status: refusal.status, headers };
  }
}

async function answerOf(
  deps: DispatchDeps,
  endpoint: Endpoint,
  params: Params,
  raw: RawRequest,
  headers: Record<string, string>,
): Promise<unknown> {
  const weight = typeof endpoint.weight === 'number' ? endpoint.weight : endpoint.weight(params);
  const charge = (who: string, isAddress: boolean): void =>
    void Object.assign(headers, deps.rates.takeWeight(who, weight, isAddress));
  if (endpoint.security === 'none') {
    charge(networkOf(raw.address), true);
    return endpoint.answer(params);
  }
  deps.early.refuseKey(endpoint, raw.apiKey);
  deps.early.refuseAddress(raw.apiKey, raw.address);
  // A stranger who knows the name of a key must not use its limit up: until it is proven, the address pays.
  const { key, text } = await proven(deps, endpoint, params, raw).catch((error: unknown) => {
    charge(networkOf(raw.address), true);
    throw error;
  });
  deps.early.learn(key, raw.address);
  charge(keyName(key.id), false);
  void deps.keys.used(key, raw.address).catch(() => undefined);
  if (endpoint.security === 'key') return endpoint.answer(params, key);
  const signer = signerOf(deps, key, raw.address, text);
  const count = endpoint.orders?.(params) ?? 0;
  if (count === 0) return endpoint.answer(params, signer);
  deps.replays.refuse(
    signer.requestId,
    NAMES.some((name) => params.has(name)),
  );
  try {
    Object.assign(headers, deps.rates.takeOrders(spenderOf(endpoint.right, key.userId), count));
    return await endpoint.answer(params, signer);
  } catch (error) {
    // Nothing is known to be done, and clients send it again as it is. Should it be done, its key has the answer.
    if (refusalOf({ log: () => undefined }, error, {}).retryAfterS !== undefined)
      deps.replays.forget(signer.requestId);
    throw error;
  }
}

/** How a program names its order, or its pair of orders. */
const NAMES = ['newClientOrderId', 'listClientOrderId', 'clientAlgoId'];

/** @throws {ApiError} -2014, -2015, -1102, -1021, -1022 */
async function proven(
  { keys, clock }: DispatchDeps,
  endpoint: Endpoint,
  params: Params,
  raw: RawRequest,
): Promise<{ readonly key: ApiKey; readonly text: string }> {
  const key = await namedKey(keys, raw);
  if (endpoint.security !== 'signed') return { key, text: '' };
  if (endpoint.right && !key[endpoint.right]) throw keyRefused();
  requireFresh(params, clock.now());
  return { key, text: await requireSigned(key, raw) };
}

/**
 * The owner of a key, as products know callers. @param text what was signed, by which a request is known again: a
 * signature has several writings, such as capitals, and a text has one.
 */
export function signerOf(
  deps: Pick<DispatchDeps, 'handlers' | 'admit'>,
  key: ApiKey,
  address: string,
  text: string,
): Signer {
  const caller: Caller = {
    address,
    device: 'API',
    language: 'en_us',
    user: { userId: key.userId, sessionId: 0 },
    who: `user ${key.userId}`,
  };
  return {
    key,
    requestId: `r-${hexOf(digestOf(`${key.id} ${text}`)).slice(0, 30)}`,
    async call(name, request, commandKey) {
      const call: Call = calls[name];
      const parsed = v.safeParse(call.request, request, { abortEarly: true });
      if (!parsed.success) throw new ApiError(-1130, 'Data sent for a parameter is not valid.');
      const leave = deps.admit(name);
      try {
        const handler = deps.handlers[name] as (request: unknown, caller: Caller) => Promise<never>;
        return await handler(
          parsed.output,
          commandKey === undefined ? caller : { ...caller, key: commandKey },
        );
      } finally {
        leave();
      }
    },
  };
}

/** What any failure is called by this API; what nobody foresaw is logged. */
export function refusalOf(
  { log }: Pick<DispatchDeps, 'log'>,
  error: unknown,
  refusals: RefusalTable,
): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof TooManyError)
    return new ApiError(-1003, 'Too many requests.', { status: 429, retryAfterS: error.retryAfterS });
  if (error instanceof DatabaseAwayError) return overloaded();
  if (error instanceof RuleError) {
    const known = refusals[error.code];
    if (known) return new ApiError(...known);
    if (error.code === 'unavailable' || error.code === 'timedOut') return overloaded();
    return new ApiError(-1000, `An unknown error occurred while processing the request: ${error.code}.`);
  }
  log('unexpected', { stack: error instanceof Error ? error.stack : String(error) });
  return new ApiError(-1000, 'An unknown error occurred while processing the request.', { status: 500 });
}
