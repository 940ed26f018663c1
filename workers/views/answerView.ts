import type { Observable } from 'rxjs';
import { combineLatest, distinctUntilChanged, map, of, switchMap } from 'rxjs';
import type { Refusal, Result } from '../../domain/index.ts';
import { forEachOwner } from './owner.ts';
import type { Answer } from './requested.ts';
import { requested } from './requested.ts';
import type { Open, ViewDeps } from './view.ts';
import { projected } from './view.ts';

/** Why there is no newer answer. */
interface Failure {
  readonly failed?: Refusal;
}

export interface AnswerRecipe<V, T, F> {
  readonly request: (deps: ViewDeps, view: V) => Promise<Result<T>>;
  /** Another text when the answer may be another one. */
  readonly key: (deps: ViewDeps, view: V) => string;
  /** @param answer the newest; undefined where there is none. */
  readonly frame: (answer: T | undefined, failure: Failure, deps: ViewDeps) => F;
  /** Emits when the same answer reads differently. */
  readonly changed$?: (deps: ViewDeps) => Observable<unknown>;
}

interface Answered<T> {
  readonly answer: Answer<T>;
  /** Whether the page has been shown the answer to something else. */
  readonly isLater: boolean;
}

/** What is requested; a turn only says that it is requested again. */
const queryOf = (view: object): string => JSON.stringify({ ...view, turn: 0 });

/**
 * A view of one answer, which stays while it is requested again; shown as soon as there is one, or none. What is
 * answered to one request never stands under another.
 */
export const answerView = <V extends object, T, F>({
  request,
  key,
  frame,
  changed$ = () => of(undefined),
}: AnswerRecipe<V, T, F>): Open<V, F> =>
  projected<V, Answered<T>, F>({
    state(view$, deps) {
      const answer$ = requested(view$, deps, {
        request: (view: V) => request(deps, view),
        key: (view) => key(deps, view),
      });
      const answered$ = view$.pipe(
        map(queryOf),
        distinctUntilChanged(),
        switchMap((_, turn) =>
          forEachOwner(answer$, deps).pipe(map((answer) => ({ answer, isLater: turn > 0 }))),
        ),
      );
      return combineLatest([answered$, changed$(deps)]).pipe(map(([answered]) => answered));
    },
    frame: (_, { answer: { data, failed }, isLater }, deps) =>
      data || failed || isLater ? frame(data, failed ? { failed } : {}, deps) : undefined,
  });
