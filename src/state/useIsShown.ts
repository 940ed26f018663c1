import { useCallback, useEffect, useRef } from 'react';

/**
 * Whether what uses it is still on the page: an answer that comes after its sheet or screen was left closes no other
 * sheet, and leads nobody away from where they are by then.
 */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}
