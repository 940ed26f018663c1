import { useEffect, useRef } from 'react';

/** What the screens in sight request again when somebody pulls them down. */
const requesters = new Set<() => void>();

export const mayRefresh = (): boolean => requesters.size > 0;

/** Requests all of it again. */
export function refresh(): void {
  for (const ask of [...requesters]) ask();
}

/** What a pull downwards requests again, for as long as the component is in sight. */
export function useRefresh(ask: () => void): void {
  const now = useRef(ask);
  now.current = ask;
  useEffect(() => {
    const own = () => now.current();
    requesters.add(own);
    return () => void requesters.delete(own);
  }, []);
}
