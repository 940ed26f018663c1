import { useCallback, useSyncExternalStore } from 'react';

/** From here on what stands in columns has the room. */
export const WIDE = '(min-width: 900px)';

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
