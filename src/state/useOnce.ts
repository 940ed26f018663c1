import { useId } from 'react';
import { doOnce, useUnderWay } from './underWay.ts';

/**
 * Does one thing at a time: while it is on its way, asking again does nothing.
 * @param name of what several places do, one of which may be closed and opened again meanwhile; else each place has a
 * turn of its own.
 */
export function useOnce(
  name?: string,
): readonly [isBusy: boolean, once: (task: () => Promise<void>) => Promise<void>] {
  const own = useId();
  const key = name ?? own;
  return [useUnderWay(key), (task) => doOnce(key, task)];
}
