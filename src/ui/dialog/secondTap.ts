/** A tap so soon after the last one is the same tap, */
const SECOND_TAP_MS = 400;
/** where it lands as near to it: as wide as what a finger hits, px. */
const SAME_PLACE_PX = 44;

const last = { clientX: 0, clientY: 0 };

document.addEventListener(
  'pointerdown',
  ({ clientX, clientY }) => void Object.assign(last, { clientX, clientY }),
  { capture: true, passive: true },
);

/**
 * For a moment no tap does anything where the last one was. A sheet that closes under a finger leaves something else
 * there, and the second half of a double tap would land on it. A tap at another place is another tap.
 */
export function ignoreSecondTap(): void {
  const { clientX, clientY } = last;
  const stop = (event: MouseEvent): void => {
    // A key has no place: held down it repeats.
    const isElsewhere =
      event.detail > 0 && Math.hypot(event.clientX - clientX, event.clientY - clientY) > SAME_PLACE_PX;
    if (!event.isTrusted || isElsewhere) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // The tap that is under way has passed the document on its way down already.
  document.addEventListener('click', stop, { capture: true });
  setTimeout(() => document.removeEventListener('click', stop, { capture: true }), SECOND_TAP_MS);
}
