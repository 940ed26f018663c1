import { useEffect, useState } from 'react';

/** ms for which prices that are not there when a form opens may be on their way. */
const OPENING_MS = 3_000;

/**
 * Whether prices are too old to trade by since the form has just opened, and those of now are on their way: nothing is
 * said of it, and a tap is kept until they are there. Once they were there, or did not come, it is said at once.
 */
export function useOpening(frame: { readonly blocked?: string | undefined } | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const isOld = frame?.blocked === 'marketStale';
  const isThere = frame !== undefined && !isOld;
  useEffect(() => {
    if (isOver) return undefined;
    if (isThere) return setOver(true);
    const timer = setTimeout(() => setOver(true), OPENING_MS);
    return () => clearTimeout(timer);
  }, [isOver, isThere]);
  return isOld && !isOver;
}
