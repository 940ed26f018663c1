import { useEffect, useRef } from 'react';

/** Runs when the page is left for another app or tab, where it may be frozen for as long as it is away. */
export function useWhenHidden(run: () => void): void {
  const current = useRef(run);
  current.current = run;
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'hidden') current.current();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}
