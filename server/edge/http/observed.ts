import type { MiddlewareHandler } from 'hono';
import type { Call, CallName } from '../../../domain/contract/index.ts';
import { API_BASE, calls } from '../../../domain/contract/index.ts';
import type { Meter } from '../../base/meter.ts';
import { noMeter } from '../../base/meter.ts';
import { inSpan } from '../../base/spans.ts';
import type { CallEnv } from './calls.ts';

/** A call that was answered, for the log. */
export interface AnsweredCall {
  readonly requestId: string;
  readonly call: CallName;
  /** Of its refusal; `200` when it was done. */
  readonly code: string;
  readonly status: number;
  readonly ms: number;
  /** The charged caller: a user, or a network. */
  readonly who: string | undefined;
}

export interface ObservedDeps {
  readonly meter?: Meter;
  /**
   * Receives each call.
   * @param matters whether it moves money or has failed through no fault of its caller.
   */
  readonly answered?: (call: AnsweredCall, matters: boolean) => void;
  /** ms. */
  readonly now: () => number;
}

const NAMES: ReadonlyMap<string, CallName> = new Map(
  (Object.keys(calls) as CallName[]).map((name) => [API_BASE + calls[name].path, name]),
);

/** Measures each call, gives it a span and logs it, whatever its result. */
export function observed({ meter = noMeter, answered, now }: ObservedDeps): MiddlewareHandler<CallEnv> {
  return async (c, next) => {
    const call = NAMES.get(c.req.path);
    if (call === undefined) return next();
    const [since, begun] = [meter.seconds(), now()];
    const code = await inSpan(`call ${call}`, { 'tidemark.request': c.get('requestId') }, async (note) => {
      await next();
      const ended = c.get('code') ?? String(c.res.status);
      note({ 'tidemark.code': ended, 'http.response.status_code': c.res.status });
      return ended;
    });
    meter.count('tidemark_calls_total', { call, code });
    meter.observe('tidemark_call_seconds', { call }, meter.seconds() - since);
    const { status } = c.res;
    const { movesMoney }: Call = calls[call];
    answered?.(
      { requestId: c.get('requestId'), call, code, status, ms: now() - begun, who: c.get('who') },
      movesMoney === true || status >= 500,
    );
  };
}
