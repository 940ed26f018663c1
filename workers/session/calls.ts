import * as v from 'valibot';
import type { Call, CallName, Calls, RequestOf, ResponseOf } from '../../domain/contract/index.ts';
import {
  API_BASE,
  CALL_TIMEOUT_MS,
  calls,
  DEFAULT_LOCALE_HEADER,
  Envelope,
} from '../../domain/contract/index.ts';
import type { Language, Refusal, Result } from '../../domain/index.ts';
import { isRefusalCode } from '../../domain/index.ts';
import type { Clock } from '../../feeds/index.ts';

/** POSTs JSON; yields the answer's JSON whatever its status. Rejects when there is no answer or it is no JSON. */
export type Transport = (
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
) => Promise<unknown>;

/** Asks the exchange. Refusals are values; nothing is thrown for them. */
export type Caller = <N extends CallName>(
  name: N,
  request: RequestOf<Calls[N]>,
) => Promise<Result<ResponseOf<Calls[N]>>>;

const refused = (code: Refusal['code'], message = ''): { ok: false; error: Refusal } => ({
  ok: false,
  error: { code, message },
});

/** @param language the chosen language, or undefined while none is. */
export function createCaller(
  transport: Transport,
  clock: Clock,
  language: () => Language | undefined,
): Caller {
  return async (name, request) => {
    const call: Call = calls[name];
    const headers = { locale: language() ?? DEFAULT_LOCALE_HEADER };
    let stop: () => void = () => undefined;
    const late = new Promise<'late'>((resolve) => {
      stop = clock.after(CALL_TIMEOUT_MS, () => resolve('late'));
    });
    try {
      const answer = await Promise.race([transport(API_BASE + call.path, request, headers), late]);
      return answer === 'late' ? refused('timedOut') : (resultOf(call, answer) as never);
    } catch {
      return refused('networkDown');
    } finally {
      stop();
    }
  };
}

function resultOf(call: Call, answer: unknown): Result<unknown> {
  const envelope = v.safeParse(Envelope, answer);
  if (!envelope.success) return refused('unexpected');
  const { code, message, data } = envelope.output;
  if (code === 401) return refused(401, message);
  if (code !== 200) return refused(isRefusalCode(code) ? code : 'unexpected', message);
  const parsed = v.safeParse(call.response, data);
  return parsed.success ? { ok: true, data: parsed.output } : refused('unexpected');
}
