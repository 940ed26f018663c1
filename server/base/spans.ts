import type { Attributes } from '@opentelemetry/api';
import { SpanStatusCode, trace } from '@opentelemetry/api';

/** The process's tracer, which does nothing without an SDK. Read at each call: an SDK may be set up later. */
const tracer = () => trace.getTracer('tidemark');

/** Adds a result to the span of some work. */
export type Note = (attributes: Attributes) => void;

/**
 * Runs work inside a span. Names are few and fixed; attributes hold no personal data.
 * @throws what the work throws, which the span records as its failure.
 */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: (note: Note) => Promise<T>,
): Promise<T> {
  return tracer().startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work((more) => void span.setAttributes(more));
    } catch (error) {
      span.recordException(error instanceof Error ? error : String(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
