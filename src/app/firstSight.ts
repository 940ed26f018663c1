/**
 * Takes away the prepared home screen, which lies over the page until the page's own first screen is there.
 * @see src/app/firstSights.tsx
 */
export function endFirstSight(): void {
  document.getElementById('start')?.remove();
}
