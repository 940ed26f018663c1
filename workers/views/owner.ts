import type { Observable } from 'rxjs';
import { distinctUntilChanged, map, scan, switchMap } from 'rxjs';
import type { ViewDeps } from './view.ts';
import { sampled } from './view.ts';

/** Begins again when somebody else is logged in: what was answered to one user is not shown to the next. */
export const forEachOwner = <T>(
  state$: Observable<T>,
  deps: Pick<ViewDeps, 'time$' | 'funds'>,
): Observable<T> =>
  sampled(deps, () => deps.funds.uid).pipe(
    // Who logs out and in again stays the same user, and nobody is known before the first snapshot.
    scan(
      ({ owner, turn }, uid) => ({
        owner: uid ?? owner,
        turn: uid === undefined || owner === undefined || uid === owner ? turn : turn + 1,
      }),
      NOBODY,
    ),
    map(({ turn }) => turn),
    distinctUntilChanged(),
    switchMap(() => state$),
  );

interface Owned {
  readonly owner: string | undefined;
  readonly turn: number;
}
const NOBODY: Owned = { owner: undefined, turn: 0 };
