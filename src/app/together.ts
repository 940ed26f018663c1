import { flushSync } from 'react-dom';

/** Changes the stage so that both screens are seen while one takes the other's place. */
export function together(slide: 'left' | 'right', change: () => void): void {
  const { document } = window;
  const isStill =
    !('startViewTransition' in document) ||
    document.visibilityState === 'hidden' ||
    // The prepared screen lies over all of it.
    document.getElementById('start') !== null ||
    matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill) {
    change();
    return;
  }
  document.documentElement.dataset['slides'] = slide;
  const { ready } = document.startViewTransition(() => flushSync(change));
  // One that another takes over from is no error.
  ready.catch(() => undefined);
}
