import type { Observable } from 'rxjs';
import { combineLatest, map, of } from 'rxjs';
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

/** A view of one answer, which stays while the next one is requested; shown as soon as there is one, or none. */
export const answerView = <V, T, F>({
  request,
  key,
  frame,
  changed$ = () => of(undefined),
}: AnswerRecipe<V, T, F>): Open<V, F> =>
  projected<V, Answer<T>, F>({
    state(view$, deps) {
      const answer$ = requested(view$, deps, {
        request: (view: V) => request(deps, view),
        key: (view) => key(deps, view),
      });
      return combineLatest([forEachOwner(answer$, deps), changed$(deps)]).pipe(map(([answer]) => answer));
    },
    frame: (_, { data, failed }, deps) =>
      data || failed ? frame(data, failed ? { failed } : {}, deps) : undefined,
  });
