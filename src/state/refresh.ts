import { useEffect, useRef } from 'react';

/** What the screens in sight ask anew when somebody pulls them down. */
const askers = new Set<() => void>();

export const mayRefresh = (): boolean => askers.size > 0;

/** Asks for all of it anew. */
export function refresh(): void {
  for (const ask of [...askers]) ask();
}

/** What a pull downwards asks for anew, for as long as the component is in sight. */
export function useRefresh(ask: () => void): void {
  const now = useRef(ask);
  now.current = ask;
  useEffect(() => {
    const own = () => now.current();
    askers.add(own);
    return () => void askers.delete(own);
  }, []);
}
