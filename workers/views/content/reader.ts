import type { Observable } from 'rxjs';
import { combineLatest, distinctUntilChanged, from, map, startWith, switchMap } from 'rxjs';
import * as v from 'valibot';
import { calls } from '../../../domain/contract/calls.ts';
import type { CallName, Calls, RequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import { Moment } from '../../../domain/contract/index.ts';
import type { Refusal } from '../../../domain/index.ts';
import type { ContentViews } from '../../protocol.ts';
import type { Answer } from '../requested.ts';
import { isUndecided, requested } from '../requested.ts';
import type { Open, ViewDeps } from '../view.ts';
import { projected } from '../view.ts';

type ContentName = Extract<CallName, `content.${string}` | 'common.loadBanner'>;

/** An answer of this or an earlier visit. */
interface Cached<T> {
  /** By this device's clock, when the answer came, ms UTC. */
  readonly at: number;
  readonly data: T;
}

/** What is requested, and where to look without a network when it never was. */
export interface ContentRequest<N extends ContentName> {
  readonly name: N;
  readonly request: RequestOf<Calls[N]>;
  readonly orElse?: () => Promise<Cached<ResponseOf<Calls[N]>> | undefined>;
}

/** Why there is no newer answer, and the age of the one that is shown instead. */
export interface ReadEnd {
  readonly failed?: Refusal;
  readonly age?: string;
}

const keyOf = (language: string, name: ContentName, request: object): string =>
  `content ${language} ${name} ${JSON.stringify(request)}`;

/** The newest answer of an earlier visit; what is damaged counts as none. */
export async function cachedAnswer<N extends ContentName>(
  { keep, words }: Pick<ViewDeps, 'keep' | 'words'>,
  name: N,
  request: RequestOf<Calls[N]>,
): Promise<Cached<ResponseOf<Calls[N]>> | undefined> {
  const found = await keep.get(keyOf(words().language, name, request));
  const parsed = v.safeParse(v.object({ at: Moment, data: calls[name].response }), found);
  return parsed.success ? (parsed.output as Cached<ResponseOf<Calls[N]>>) : undefined;
}

type Read<N extends ContentName> = readonly [
  answer: Answer<ResponseOf<Calls[N]>>,
  cached: Cached<ResponseOf<Calls[N]>> | undefined,
];

/**
 * Content in the reader's language. Each answer is cached for times without a network, and what was cached is there at
 * once; while the exchange cannot be reached it is shown with its age. Another turn of the view requests it again.
 */
function contentIn<V extends ContentViews, N extends ContentName>(
  view$: Observable<V>,
  deps: ViewDeps,
  requestOf: (view: V, deps: ViewDeps) => ContentRequest<N>,
): Observable<Read<N>> {
  const { call, keep, clock, words, refresh$ } = deps;
  return combineLatest([view$, refresh$]).pipe(
    map(([view]) => {
      const own = requestOf(view, deps);
      return { ...own, key: keyOf(words().language, own.name, own.request) };
    }),
    distinctUntilChanged((a, b) => a.key === b.key),
    switchMap(({ name, request, orElse, key }) => {
      const cached = cachedAnswer(deps, name, request).then((found) => found ?? orElse?.());
      const answer$ = requested(view$, deps, {
        key: ({ turn }) => `${turn}`,
        async request() {
          const result = await call(name, request);
          if (result.ok) void keep.set(key, { at: clock.now(), data: result.data });
          return result;
        },
      });
      return combineLatest([answer$, from(cached).pipe(startWith(undefined))]);
    }),
  );
}

/** What is shown of an answer, or of the cached one where the exchange was not reached. */
function readOf<N extends ContentName>(
  [{ data, failed, at }, cached]: Read<N>,
  { words, clock }: ViewDeps,
): { readonly data?: ResponseOf<Calls[N]>; readonly end: ReadEnd } {
  const newest = data ? { at, data } : cached;
  if (!failed) return newest ? { data: newest.data, end: {} } : { end: {} };
  if (!newest || !isUndecided(failed)) return { end: { failed } };
  return { data: newest.data, end: { failed, age: words().age(Math.max(0, clock.now() - newest.at)) } };
}

export interface ContentRecipe<V extends ContentViews, N extends ContentName, F> {
  readonly request: (view: V, deps: ViewDeps) => ContentRequest<N>;
  /** @param data undefined where there is none. */
  readonly frame: (data: ResponseOf<Calls[N]> | undefined, end: ReadEnd, deps: ViewDeps, view: V) => F;
}

/** A view of something that the exchange publishes; shown as soon as there is an answer, or none. */
export const contentView = <V extends ContentViews, N extends ContentName, F>({
  request,
  frame,
}: ContentRecipe<V, N, F>): Open<V, F> =>
  projected<V, Read<N>, F>({
    state: (view$, deps) => contentIn(view$, deps, request),
    frame(view, read, deps) {
      const { data, end } = readOf(read, deps);
      return data || end.failed ? frame(data, end, deps, view) : undefined;
    },
  });
