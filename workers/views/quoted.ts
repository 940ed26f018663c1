import type { Observable } from 'rxjs';
import { defer, distinctUntilChanged, map, of, switchMap } from 'rxjs';
import type { Refusal, RefusalCode, Result } from '../../domain/index.ts';
import { defined, SECOND_MS } from '../../domain/index.ts';
import type { Answer } from './requested.ts';
import { isUndecided, polled } from './requested.ts';
import type { ViewDeps } from './view.ts';
import { sampled } from './view.ts';

/** Pause after a refusal, ms. */
const RETRY_MS = 1_000;

/** How quotes of one kind are requested. */
export interface QuotePlan<Order, Quote> {
  readonly request: (order: Order) => Promise<Result<Quote>>;
  /** A quote is renewed when so much of its life is left, ms: an order has at least this long to arrive. */
  readonly renewMs: number;
  /** What is typed rests for so long before a quote is requested, ms. */
  readonly restMs: number;
}

/** A quote that still stands, or why there is none. */
export interface Quoted<Quote> {
  readonly quote?: Quote;
  /** Never beside a quote: an order at it is taken, though it could not be renewed yet. */
  readonly failed?: Refusal;
  /** How long it still stands by the server's clock, rounded up; 0 where there is none. */
  readonly seconds: number;
}

/** A quote for what would be ordered, renewed while somebody looks. @param order$ undefined while nothing would be. */
export function quoted<Order, Quote extends { readonly expiresAt: number }>(
  order$: Observable<Order | undefined>,
  deps: Pick<ViewDeps, 'time$' | 'clock' | 'ages'>,
  { request, renewMs, restMs }: QuotePlan<Order, Quote>,
): Observable<Quoted<Quote>> {
  const { clock, ages } = deps;
  const leftMs = ({ data, failed }: Answer<Quote>): number =>
    // A refusal is of now: the quote before it would be refused as well.
    data && (!failed || isUndecided(failed)) ? Math.max(0, data.expiresAt - ages.serverNow()) : 0;
  const quotedFor = (order: Order): Observable<Answer<Quote>> =>
    defer(() => {
      const typedAt = clock.monotonic();
      return polled(of(order), deps, {
        request,
        isDue: (_, answer, now) =>
          leftMs(answer) < renewMs &&
          now - typedAt >= restMs &&
          now - answer.sentAt >= (answer.failed ? RETRY_MS : 0),
      });
    });
  const standing = (answer: Answer<Quote>): Observable<Quoted<Quote>> =>
    sampled(deps, () => Math.ceil(leftMs(answer) / SECOND_MS)).pipe(
      map((seconds) => ({
        ...(answer.data && seconds > 0 ? { quote: answer.data } : defined({ failed: answer.failed })),
        seconds,
      })),
    );
  return order$.pipe(
    distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
    switchMap((order) =>
      order === undefined ? of({ seconds: 0 }) : quotedFor(order).pipe(switchMap(standing)),
    ),
  );
}

/** The exchange's refusal with its words, where it is what stands in a quote's way. @param blocked why nothing is sold. */
export function refusedBy(
  failed: Refusal | undefined,
  blocked: RefusalCode | undefined,
): { readonly refused?: Refusal } {
  return failed && failed.code === blocked ? { refused: failed } : {};
}
