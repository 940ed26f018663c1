import type { Observable } from 'rxjs';
import { map, share, tap } from 'rxjs';
import type { FeedEvent } from '../../feeds/index.ts';

export type PrivateEvent = Extract<FeedEvent, { kind: 'private' }>;
/** What is told to whoever is logged in; or that nobody is from here on, or somebody else. */
export type AccountEvent = PrivateEvent | { readonly kind: 'cleared' };

/** A state that is kept of what an account is told. */
interface AccountState {
  take(event: PrivateEvent): void;
  clear(): void;
}

/** The state after each event, the same object each time. */
export function accountState<S extends AccountState>(
  account$: Observable<AccountEvent>,
  state: S,
): Observable<S> {
  return account$.pipe(
    tap((event) => (event.kind === 'cleared' ? state.clear() : state.take(event))),
    map(() => state),
    share(),
  );
}
