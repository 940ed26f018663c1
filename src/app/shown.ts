import { useEffect, useState } from 'react';
import type { Location } from 'react-router-dom';
import { useLocation } from 'react-router-dom';
import { routeOf } from './routes.ts';

/** A screen whose code takes longer is announced by its name and a skeleton, ms. */
const LONGEST_WAIT_MS = 500;

export interface ShownRoute {
  readonly location: Location;
  /** How it came in: from the right when its order rises, else from the left. @see specification §2 */
  readonly slide: 'none' | 'left' | 'right';
}

/** What is on the stage. The old screen stays until the code of the new one is there; then both slide together. */
export function useShown(): ShownRoute {
  const location = useLocation();
  const [shown, setShown] = useState<ShownRoute>({ location, slide: 'none' });
  const { pathname } = location;
  const isSame = pathname === shown.location.pathname;
  useEffect(() => {
    if (isSame) return undefined;
    let isOver = false;
    const order = (path: string): number => routeOf(path)?.order ?? 99;
    const slide = order(pathname) > order(shown.location.pathname) ? 'left' : 'right';
    const show = () => {
      if (isOver) return;
      isOver = true;
      stage.change(slide, () => setShown({ location, slide }));
    };
    const timer = setTimeout(show, LONGEST_WAIT_MS);
    // A failure is shown in the screen's own place.
    (routeOf(pathname)?.prepare() ?? Promise.resolve()).then(show, show);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isSame, location, pathname, shown.location.pathname]);
  return isSame ? { ...shown, location } : shown;
}

/** How the stage changes; at once, until the code of the slide is there. */
export const stage: { change: (slide: 'left' | 'right', change: () => void) => void } = {
  change: (_, change) => change(),
};
