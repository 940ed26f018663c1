import type { Observable, OperatorFunction, SchedulerLike } from 'rxjs';
import { combineLatest, defer, distinctUntilChanged, map, pipe, startWith, switchMap } from 'rxjs';
import { SECOND_MS } from '../../domain/index.ts';
import type { Clock, MarketFeed } from '../../feeds/index.ts';
import type { Freshness, StatusFrame, ViewKind, Views } from '../protocol.ts';
import type { Caller } from '../session/caller.ts';
import type { Projection } from '../session/conflate.ts';
import type { KeyValueStore } from '../session/keyValueStore.ts';
import type { Submitter } from '../session/submitter.ts';
import type { Words } from '../session/words.ts';
import type { Streams } from '../streams/index.ts';
import type { Sparklines } from '../streams/sparklines.ts';

/** What views are made from: the states of the streams, and the page that looks. */
export interface ViewDeps extends Pick<Streams, 'rows' | 'ages' | 'funds' | 'orders' | 'inbox'> {
  readonly feed: MarketFeed;
  readonly streams: Streams;
  readonly sparklines: Sparklines;
  readonly submitter: Pick<Submitter, 'acknowledged' | 'hasLooked' | 'isLasting' | 'published' | 'version'>;
  readonly call: Caller;
  readonly clock: Clock;
  readonly scheduler: SchedulerLike;
  /** What outlives a visit. */
  readonly keep: KeyValueStore;
  /** Another each time: what is sent twice under one is done once. */
  readonly newKey: () => string;
  /** The language of the page that looks. */
  readonly words: () => Words;
  /** Another number when everything has to be published again: the language changed, or the page came back. */
  readonly refresh$: Observable<number>;
  /** Just before each beat of the page: what depends on time is looked at. */
  readonly time$: Observable<unknown>;
  /** ms between two looks at a list's order while prices move. */
  readonly orderMs: () => number;
  /** Whether prices are those of the last visit, not yet confirmed. */
  readonly isCached: () => boolean;
  /** What a status says of its page. */
  readonly page: () => Pick<StatusFrame, 'refresh' | 'loginEnded'> & {
    readonly origin: StatusFrame['origin'] | undefined;
  };
}

/** How often a view is given frames: one that follows many markets less often than one of the market in focus. */
export type Pace = 'list' | 'focus';

/** What a view shows, as it changes: frames are made of the newest projection alone. */
export type Open<V, F> = (view$: Observable<V>, deps: ViewDeps) => Observable<Projection<F>>;

/** One kind of view. */
export interface ViewSpec<K extends ViewKind> {
  readonly pace: Pace;
  readonly open: Open<Views[K][0], Views[K][1]>;
}
/** Views by their kind. */
export type ViewSpecs<K extends ViewKind> = { readonly [Kind in K]: ViewSpec<Kind> };

/** Views whose code stands in the worker's first load. */
export type MarketKind = 'list' | 'ticker' | 'status';
/** Views of one market in focus, whose code comes together. */
export const focusKinds = ['candles', 'book', 'trades', 'depth'] as const satisfies readonly ViewKind[];
export type FocusKind = (typeof focusKinds)[number];

/** The last frame of a view, and the state that it was made of. */
export interface Sent<S, F> {
  readonly state: S;
  readonly frame: F;
}

export interface Recipe<V, S, F> {
  /** What the view depends on. */
  readonly state: (view$: Observable<V>, deps: ViewDeps) => Observable<S>;
  /**
   * The view in words; undefined while nothing can be said.
   * @param sent the last frame, and what it was made of, while the page still shows that view in that language.
   */
  readonly frame: (view: V, state: S, deps: ViewDeps, sent?: Sent<S, F>) => F | undefined;
  /** No frame is made of a state with the same key as that of the last frame. Left out, frames are compared as they read. */
  readonly key?: (view: V, state: S, deps: ViewDeps) => unknown;
  /** How a frame reads; its whole text when left out. */
  readonly reads?: (frame: F) => string;
}

/** A view that is a function of its query and of a state: a frame is sent when it reads differently. */
export function projected<V, S, F>({
  state,
  frame,
  key,
  reads = JSON.stringify,
}: Recipe<V, S, F>): Open<V, F> {
  return (view$, deps) =>
    defer(() => {
      let sent:
        | (Sent<S, F> & { readonly view: V; readonly refresh: number; readonly key: unknown })
        | undefined;
      return combineLatest([view$, deps.refresh$, state(view$, deps)]).pipe(
        map(([view, refresh, now]) => () => {
          const last = sent?.view === view && sent.refresh === refresh ? sent : undefined;
          const own = key?.(view, now, deps);
          if (last && own !== undefined && own === last.key) return undefined;
          const made = frame(view, now, deps, last);
          if (made === undefined) return undefined;
          const text = own ?? reads(made);
          if (text === last?.key) return undefined;
          sent = { view, refresh, key: text, state: now, frame: made };
          return made;
        }),
      );
    });
}

/** Goes over to another state when the views ask for another one. */
export function switchOn<V, K extends string | number | boolean | undefined, S>(
  keyOf: (view: V) => K,
  state: (key: K) => Observable<S>,
): OperatorFunction<V, S> {
  return pipe(map(keyOf), distinctUntilChanged(), switchMap(state));
}

/** A value and how old it is; emits also when a reader would see another age. */
export interface Aged<T> {
  readonly value: T;
  readonly age: () => Freshness;
}

/** @param staleMs age at which what the channel publishes is old. */
export function withAge<T>(
  { ages, words, time$ }: Pick<ViewDeps, 'ages' | 'words' | 'time$'>,
  channel: string,
  staleMs: number,
): OperatorFunction<T, Aged<T>> {
  const age = () => ages.of(channel, staleMs, words().age);
  const seen$ = time$.pipe(startWith(undefined), map(age), distinctUntilChanged(isSameFreshness));
  return (value$) => combineLatest([value$, seen$]).pipe(map(([value]) => ({ value, age })));
}

/** A value that is read just before each beat of the page; emits when it is another one. */
export function sampled<T>({ time$ }: Pick<ViewDeps, 'time$'>, read: () => T): Observable<T> {
  return time$.pipe(startWith(undefined), map(read), distinctUntilChanged());
}

/** A number that is another one each second, of the exchange's clock and of the device's. */
export function seconds(deps: Pick<ViewDeps, 'ages' | 'clock' | 'time$'>): Observable<number> {
  const { ages, clock } = deps;
  return sampled(
    deps,
    () => Math.floor(ages.serverNow() / SECOND_MS) + Math.floor(clock.monotonic() / SECOND_MS),
  );
}

/** Whether a reader would see no difference between two ages: while values are live their age is not shown. */
export function isSameFreshness(a: Freshness | undefined, b: Freshness): boolean {
  return a !== undefined && a.state === b.state && (b.state === 'live' || a.ageText === b.ageText);
}

/** What a reader sees of an age, as a key. */
export const ageKey = ({ state, ageText }: Freshness): string =>
  state === 'live' ? state : `${state} ${ageText}`;
