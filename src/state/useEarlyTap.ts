import { useEffect, useState } from 'react';
import { useWhenHidden } from './useWhenHidden.ts';

interface EarlyTap {
  /** What the tap is about: what says something else meanwhile takes a tap of its own. */
  readonly about: string;
  /** Whether a tap has an end now. */
  readonly isReady: boolean;
  /** Whether something stands in the way, and says so: nothing is waited for then. */
  readonly isBlocked: boolean;
  readonly tap: () => void;
}

/**
 * A tap that comes before what it needs does what it would have done, as soon as that is there: nobody taps twice
 * because a network is slow.
 */
export function useEarlyTap(early: EarlyTap): readonly [isAwaited: boolean, onTap: () => void] {
  const { about, isReady, isBlocked, tap } = early;
  const [awaited, setAwaited] = useState<string>();
  useWhenHidden(() => setAwaited(undefined));
  const isAwaited = awaited === about && !isBlocked;
  useEffect(() => {
    if (awaited === undefined || (isAwaited && !isReady)) return;
    setAwaited(undefined);
    if (isAwaited) tap();
  });
  const onTap = () => {
    tap();
    if (!isReady && !isBlocked) setAwaited(about);
  };
  return [isAwaited, onTap];
}
