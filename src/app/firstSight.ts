/** ms between the end of a touch and the click that it makes. */
const CLICK_MS = 100;

/**
 * Takes away the prepared home screen, which lies over the page until the page's own first screen is there, and does
 * what was tapped on it meanwhile. @see src/app/firstSights.tsx
 */
export function endFirstSight(): void {
  const start = document.getElementById('start');
  if (!start) return;
  // A finger that lies on it ends its tap there: nothing below would get the click.
  if (start.matches(':active')) {
    whenLifted(endFirstSight);
    return;
  }
  start.remove();
  const taps = start.dataset['taps']?.split('\n') ?? [];
  // Not while the screen is still being put there, and before it is painted.
  queueMicrotask(() => void tapAgain(taps));
}

/** Buttons are known by their words: those of both screens are the same. */
async function tapAgain(words: readonly string[]): Promise<void> {
  for (const word of words.filter((each) => each !== '')) {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')];
    buttons.find(({ textContent }) => textContent === word)?.click();
    // What one tap changes is on the screen before the next.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

function whenLifted(act: () => void): void {
  const lifted = new AbortController();
  const end = () => {
    lifted.abort();
    setTimeout(act, CLICK_MS);
  };
  addEventListener('pointerup', end, lifted);
  addEventListener('pointercancel', end, lifted);
}
