import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { Kept } from '../../state/kept.ts';

const PAGE = 50;
/** How much was wanted, by place in history. */
const wants = new Kept<number>(60);

export interface Want {
  /** Lines asked for; a new object is a new question, of the same length too. */
  readonly asked: { readonly want: number };
  /** Asks for a page more than is shown. */
  readonly more: (shown: number) => void;
  /** The same question once more: what failed is asked for again, and what is there stays. */
  readonly again: () => void;
}

/** How much of an endless list is wanted: a page, and more as the reader comes near its end; on a way back as before. */
export function useWant(): Want {
  const { key } = useLocation();
  const way = useNavigationType();
  const [asked, setAsked] = useState(() => ({ want: (way === 'POP' ? wants.get(key) : undefined) ?? PAGE }));
  useEffect(() => wants.put(key, asked.want), [key, asked]);
  return useMemo(
    () => ({
      asked,
      more: (shown) => setAsked((before) => (before.want >= shown + PAGE ? before : { want: shown + PAGE })),
      again: () => setAsked(({ want }) => ({ want })),
    }),
    [asked],
  );
}
