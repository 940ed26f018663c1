import type { Observable } from 'rxjs';
import { combineLatest } from 'rxjs';
import { FOCUS_STALE_MS } from '../streams/age.ts';
import type { Streams } from '../streams/index.ts';
import type { Aged, ViewDeps } from './view.ts';
import { switchOn, withAge } from './view.ts';

/** What is known of one market, with its age; emits also when the list of markets is another one. */
export type InFocus<T> = readonly [Aged<T>, unknown];

/** The state of the market that a view names. @param channel of which market's channels the age is. */
export const inFocus =
  <T>(channel: string, stateOf: (streams: Streams, id: string) => Observable<T>) =>
  (view$: Observable<{ readonly id: string }>, deps: ViewDeps): Observable<InFocus<T>> =>
    view$.pipe(
      switchOn(
        ({ id }) => id,
        (id) => {
          const state$ = stateOf(deps.streams, id).pipe(withAge(deps, `${channel}:${id}`, FOCUS_STALE_MS));
          return combineLatest([state$, deps.streams.markets$]);
        },
      ),
    );
