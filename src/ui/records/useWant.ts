import { useMemo, useState } from 'react';

const PAGE = 50;

export interface Want {
  /** Lines asked for; a new object is a new question, of the same length too. */
  readonly asked: { readonly want: number };
  /** Asks for a page more than is shown. */
  readonly more: (shown: number) => void;
  /** The same question once more: what failed is asked for again, and what is there stays. */
  readonly again: () => void;
}

/** How much of an endless list is wanted: a page, and more as the reader comes near its end. */
export function useWant(): Want {
  const [asked, setAsked] = useState({ want: PAGE });
  return useMemo(
    () => ({
      asked,
      more: (shown) => setAsked((before) => (before.want >= shown + PAGE ? before : { want: shown + PAGE })),
      again: () => setAsked(({ want }) => ({ want })),
    }),
    [asked],
  );
}
