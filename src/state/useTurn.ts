import { useCallback, useState } from 'react';

/** A view with a turn: another turn puts its question again at once. */
export function useTurn<V extends { readonly turn: number }>(view: V): readonly [view: V, again: () => void] {
  const [requested, setRequested] = useState(view);
  const again = useCallback(() => setRequested((before) => ({ ...before, turn: before.turn + 1 })), []);
  return [requested, again];
}
