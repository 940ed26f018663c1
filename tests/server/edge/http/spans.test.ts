import type { Attributes, Exception, Span, SpanStatus, Tracer } from '@opentelemetry/api';
import { ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import { afterEach, expect, it } from 'vitest';
import type { CallName } from '../../../../domain/contract/index.ts';
import { API_BASE, calls } from '../../../../domain/contract/index.ts';
import { inSpan } from '../../../../server/base/spans.ts';
import { appOf } from '../../../support/app.ts';

interface Ended {
  readonly name: string;
  readonly attributes: Attributes;
  readonly failed: boolean;
}

/** An SDK that keeps what has ended. */
function keeping(): readonly Ended[] {
  const ended: Ended[] = [];
  const spanOf = (name: string, given: Attributes = {}): Span => {
    const attributes: Attributes = { ...given };
    let failed = false;
    const span = {
      setAttributes: (more: Attributes) => Object.assign(attributes, more),
      recordException: (_: Exception) => undefined,
      setStatus: ({ code }: SpanStatus) => {
        failed = code === SpanStatusCode.ERROR;
      },
      end: () => void ended.push({ name, attributes, failed }),
      spanContext: () => ({ traceId: '', spanId: '', traceFlags: 0 }),
    };
    return span as unknown as Span;
  };
  const tracer = {
    startActiveSpan: (
      name: string,
      { attributes }: { attributes: Attributes },
      work: (span: Span) => unknown,
    ) => work(spanOf(name, attributes)),
    startSpan: (name: string) => spanOf(name),
  } as unknown as Tracer;
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  return ended;
}
afterEach(() => trace.disable());

it('gives each call a span with its code, and none to what is no call', async () => {
  const ended = keeping();
  const app = appOf({ 'common.loadWapConfig': async () => ({ openH5AppDownload: false, downloadUrl: '' }) });
  const ask = (name: CallName) =>
    app.request(API_BASE + calls[name].path, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
  await ask('common.loadWapConfig');
  await ask('spot.place');
  await app.request('/livez');
  expect(ended.map(({ name, attributes }) => [name, attributes['tidemark.code']])).toEqual([
    ['call common.loadWapConfig', '200'],
    ['call spot.place', '401'],
  ]);
  expect(ended[0]?.attributes).toMatchObject({ 'tidemark.request': 'r1', 'http.response.status_code': 200 });
});
it('notes what failed, throws it on, and does nothing without an SDK', async () => {
  const ended = keeping();
  const lost = new Error('lost');
  await expect(inSpan('batch', { n: 1 }, () => Promise.reject(lost))).rejects.toBe(lost);
  expect(ended).toEqual([{ name: 'batch', attributes: { n: 1 }, failed: true }]);
  trace.disable();
  expect(await inSpan('batch', {}, async () => 7)).toBe(7);
  expect([ended.length, trace.getSpan(ROOT_CONTEXT)]).toEqual([1, undefined]);
});
