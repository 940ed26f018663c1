import { useCallback, useSyncExternalStore } from 'react';
import type { RowHead } from '../../workers/api.ts';
import type { ListModel } from './listModel.ts';

/** What stands still at a place of a list; undefined before it is known. */
export function useHead({ heads }: ListModel, place: number): RowHead | undefined {
  const follow = useCallback((listener: () => void) => heads.subscribe(place, listener), [heads, place]);
  const read = () => heads.read(place);
  // The same while the page is built, where the first sight is prepared.
  return useSyncExternalStore(follow, read, read);
}
