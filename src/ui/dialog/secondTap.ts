/** A tap so soon after the last one is the same tap. */
const SECOND_TAP_MS = 400;

/**
 * For a moment no tap of a finger does anything. A sheet that closes under a finger leaves something else there,
 * and the second half of a double tap would land on it.
 */
export function ignoreSecondTap(): void {
  const { document } = window;
  const stop = (event: Event): void => {
    if (!event.isTrusted) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // The tap that is under way has passed the document on its way down already.
  document.addEventListener('click', stop, { capture: true });
  setTimeout(() => document.removeEventListener('click', stop, { capture: true }), SECOND_TAP_MS);
}
