import type { Observable } from 'rxjs';
import { map, share, tap } from 'rxjs';
import type { FeedEvent } from '../../feeds/index.ts';

export type PrivateEvent = Extract<FeedEvent, { kind: 'private' }>;
/** The private rows of the logged-in user; or that there is none from here on, or another one. */
export type AccountEvent = PrivateEvent | { readonly kind: 'cleared' };

/** A state that follows an account's private channel. */
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
