import { useEffect, useRef } from 'react';

/**
 * For what is sent with something that comes from elsewhere and may still be on its way: a tap waits for it.
 * @param value undefined until it has come. @returns the newest of it, at once or as soon as there is one.
 */
export function useArrival<T>(value: T | undefined): () => Promise<T> {
  const newest = useRef(value);
  const waiting = useRef<((value: T) => void)[]>([]);
  useEffect(() => {
    newest.current = value;
    if (value !== undefined) for (const arrived of waiting.current.splice(0)) arrived(value);
  }, [value]);
  return () =>
    new Promise((arrived) => {
      if (newest.current === undefined) waiting.current.push(arrived);
      else arrived(newest.current);
    });
}
