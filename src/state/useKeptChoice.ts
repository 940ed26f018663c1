import { useState } from 'react';
import { choices } from './recentMap.ts';

/**
 * What is chosen among the parts of a screen, kept while the page is open: the way back, another market or another tab
 * finds it as it was left.
 *
 * @param place names the choice over all screens.
 */
export function useKeptChoice<T extends string>(
  place: string,
  start: NoInfer<T>,
): readonly [chosen: T, choose: (next: T) => void] {
  // Written by this hook alone; each name has one type.
  const [chosen, setChosen] = useState(() => (choices.get(place) as T | undefined) ?? start);
  const choose = (next: T) => {
    choices.put(place, next);
    setChosen(next);
  };
  return [chosen, choose];
}
