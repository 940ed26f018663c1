import { useCallback, useSyncExternalStore } from 'react';

/** From here on what stands in columns has the room. */
export const WIDE = '(min-width: 900px)';

/** The smallest phones. */
export const NARROW = '(max-width: 359px)';

/** A phone on its side. */
export const LOW = '(max-height: 480px) and (min-width: 560px)';

/** Whether the window is as a media query says, now and as it changes. */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => window.matchMedia(query).matches);
}
