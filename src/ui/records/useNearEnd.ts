import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/** Called when the end of a list comes near; checked again for each length, as a short page may leave it in sight. */
export function useNearEnd(
  isOn: boolean,
  length: number,
  onNear: () => void,
): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onNear);
  latest.current = onNear;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list of another length is checked again
  useEffect(() => {
    const element = end.current;
    if (!isOn || !element) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOn, length]);
  return end;
}
