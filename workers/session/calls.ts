import * as v from 'valibot';
import type { Call, CallName, Calls, ResponseOf } from '../../domain/contract/index.ts';
import {
  API_BASE,
  CALL_TIMEOUT_MS,
  DEFAULT_LOCALE_HEADER,
  Envelope,
  firstCalls,
  KEY_HEADER,
} from '../../domain/contract/index.ts';
import type { Language, Refusal, RefusalCode, Result } from '../../domain/index.ts';
import type { Clock } from '../../feeds/index.ts';
import { loadPart } from '../views/parts.ts';
import type { CallExtra, CallHeaders, ExtraCaller, Identity, Transport } from './caller.ts';

const refused = (code: Refusal['code'], message = ''): { ok: false; error: Refusal } => ({
  ok: false,
  error: { code, message },
});

/** The headers of a request, in one place for all of them. @param key of a call that moves money. */
export function headersOf(language: Language | undefined, token: string | null, key?: string): CallHeaders {
  return {
    locale: language ?? DEFAULT_LOCALE_HEADER,
    ...(token === null ? {} : { authorization: token }),
    ...(key === undefined ? {} : { [KEY_HEADER]: key }),
  };
}

export function createCaller(transport: Transport, clock: Clock, who: Identity): ExtraCaller {
  const temporary = new TemporaryToken(clock);
  const once = async (
    call: Call,
    body: unknown,
    token: string | null,
    { key, language, send }: CallExtra = {},
  ): Promise<Result<never>> => {
    const headers = headersOf(language ?? who.language(), token, key);
    const request = new AbortController();
    let stop: () => void = () => undefined;
    const late = new Promise<'late'>((resolve) => {
      stop = clock.after(CALL_TIMEOUT_MS, () => {
        resolve('late');
        // Left open, each retry would hold one more of the few connections that a browser has.
        request.abort();
      });
    });
    try {
      const path = API_BASE + call.path;
      const answer = await (send?.(path, body, headers) ??
        Promise.race([transport(path, body, headers, request.signal), late]));
      return answer === 'late' ? refused('timedOut') : ((await resultOf(call, answer)) as Result<never>);
    } catch {
      return refused('networkDown');
    } finally {
      stop();
    }
  };
  const newToken = async (): Promise<Result<TemporaryAnswer>> => {
    const call = await callOf('common.temporaryToken');
    return call ? once(call, {}, null) : refused('networkDown');
  };
  return async (name, request, extra = {}) => {
    const call = await callOf(name);
    if (!call) return refused('networkDown');
    // A code belongs to the token that requested it, also in the calls for anyone that take it.
    if (call.access !== 'temporary' || who.token() !== null)
      return once(call, request, who.token() ?? temporary.held, extra);
    const first = await temporary.get(newToken);
    if (!first.ok) return first;
    const result = await once(call, request, first.data, extra);
    if (result.ok || result.error.code !== 'temporaryTokenInvalid') return result;
    temporary.forget();
    const second = await temporary.get(newToken);
    return second.ok ? once(call, request, second.data, extra) : second;
  };
}

/** What most visits need is here; the rest comes with what is about users. Undefined while that cannot be fetched. */
async function callOf(name: CallName): Promise<Call | undefined> {
  if (name in firstCalls) return firstCalls[name as keyof typeof firstCalls];
  return (await fetchRest())?.calls[name];
}

/** What is about users, or undefined while it cannot be fetched. */
export const fetchRest = () => loadPart(() => import('../views/userViews.ts')).catch(() => undefined);

/** Codes are many and refusals few: the list comes with the first of them. One that is not on it says nothing. */
async function knownCode(code: string | number): Promise<RefusalCode> {
  const fetched = await fetchRest();
  return fetched?.isRefusalCode(code) ? code : 'unexpected';
}

type TemporaryAnswer = ResponseOf<Calls['common.temporaryToken']>;

/** The token that some calls need before a login; requested when it is needed, and kept while it is good. */
class TemporaryToken {
  readonly #clock: Clock;
  #token: string | null = null;
  #until = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async get(ask: () => Promise<Result<TemporaryAnswer>>): Promise<Result<string>> {
    if (this.#token !== null && this.#clock.monotonic() < this.#until) return { ok: true, data: this.#token };
    const answer = await ask();
    if (!answer.ok) return answer;
    this.#token = answer.data.token;
    this.#until = this.#clock.monotonic() + TEMPORARY_MS;
    return { ok: true, data: this.#token };
  }

  /** The last one; null before there was any. */
  get held(): string | null {
    return this.#token;
  }

  forget(): void {
    this.#until = Number.NEGATIVE_INFINITY;
  }
}

/** Well below the time for which the server keeps one. */
const TEMPORARY_MS = 10 * 60_000;

async function resultOf(call: Call, answer: unknown): Promise<Result<unknown>> {
  const envelope = v.safeParse(Envelope, answer);
  if (!envelope.success) return refused('unexpected');
  const { code, message, data } = envelope.output;
  if (code === 401) return refused(401, message);
  if (code !== 200) return refused(await knownCode(code), message);
  const parsed = v.safeParse(call.response, data);
  return parsed.success ? { ok: true, data: parsed.output } : refused('unexpected');
}
