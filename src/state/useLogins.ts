import { useCallback, useRef, useState } from 'react';
import type { Calls, ResponseOf } from '../../domain/contract/index.ts';
import { ask } from './login.ts';

export type LoginRow = ResponseOf<Calls['account.logins']>['rows'][number];

interface Logins {
  readonly rows: readonly LoginRow[];
  /** Whether there are older ones. */
  readonly more: boolean;
  readonly hasFailed: boolean;
}

/** Logins and changes of the account, newest first, a page at a time. */
export function useLogins(): Logins & { readonly loadMore: () => Promise<void> } {
  const [state, setState] = useState<Logins>({ rows: [], more: true, hasFailed: false });
  const newest = useRef(state);
  const isBusy = useRef(false);
  const loadMore = useCallback(async () => {
    if (isBusy.current || !newest.current.more) return;
    isBusy.current = true;
    const { rows } = newest.current;
    const last = rows.at(-1);
    const result = await ask('account.logins', last ? { before: last.id } : {});
    newest.current = result.ok
      ? { rows: [...rows, ...result.data.rows], more: result.data.more, hasFailed: false }
      : { ...newest.current, hasFailed: true };
    isBusy.current = false;
    setState(newest.current);
  }, []);
  return { ...state, loadMore };
}
