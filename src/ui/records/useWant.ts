import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { RecentMap } from '../../state/recentMap.ts';

const PAGE = 50;
/** How much was wanted, by place in history. */
const wants = new RecentMap<number>(60);

export interface Want {
  /** Requested lines; a new object is a new request, of the same length too. */
  readonly requested: { readonly want: number };
  /** Asks for a page more than is shown. */
  readonly more: (shown: number) => void;
  /** The same request once more: what failed is requested again, and what is there stays. */
  readonly again: () => void;
}

/** How much of an endless list is wanted: a page, and more as the reader comes near its end; on a way back as before. */
export function useWant(): Want {
  const { key } = useLocation();
  const way = useNavigationType();
  const [requested, setRequested] = useState(() => ({
    want: (way === 'POP' ? wants.get(key) : undefined) ?? PAGE,
  }));
  useEffect(() => wants.put(key, requested.want), [key, requested]);
  return useMemo(
    () => ({
      requested,
      more: (shown) =>
        setRequested((before) => (before.want >= shown + PAGE ? before : { want: shown + PAGE })),
      again: () => setRequested(({ want }) => ({ want })),
    }),
    [requested],
  );
}
