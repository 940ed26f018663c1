import type { RefCallback } from 'react';
import { useCallback, useRef } from 'react';

/**
 * Of buttons that words take the place of for a while: the one that had the focus has it again when they are back, unless
 * something else has it by then. The ref of what they stand in.
 */
export function useReturnedFocus(): RefCallback<HTMLElement> {
  const place = useRef(-1);
  return useCallback((box: HTMLElement | null) => {
    if (!box) return undefined;
    const button = box.children[place.current];
    if (button instanceof HTMLElement && document.activeElement === document.body)
      button.focus({ preventScroll: true });
    return () => {
      const focused = document.activeElement;
      place.current = focused ? Array.from(box.children).indexOf(focused) : -1;
    };
  }, []);
}
