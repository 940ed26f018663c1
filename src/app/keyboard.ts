/** A window that gets lower by more, and not narrower, while a field has the focus, does so for a keyboard; px. */
const KEYBOARD_PX = 120;
const FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"]), textarea';

/**
 * Marks the page while a keyboard is up: what else stands around a screen gives way, and the field stays in sight.
 * `--seen` is the height above the keyboard, also where a browser lays it over the page.
 */
export function followKeyboard(): void {
  const { visualViewport: seen, document } = window;
  if (!seen) return;
  const { documentElement: root } = document;
  let [width, tallest] = [0, 0];
  const look = () => {
    // Pinching shows less of the page, and leaves it as large as it is.
    const [wide, high] = [Math.round(seen.width * seen.scale), Math.round(seen.height * seen.scale)];
    if (wide !== width) [width, tallest] = [wide, 0];
    tallest = Math.max(tallest, high);
    const field = document.activeElement;
    const isTyping = field?.matches(FIELDS) === true && tallest - high > KEYBOARD_PX;
    root.toggleAttribute('data-typing', isTyping);
    root.style.setProperty('--seen', isTyping ? `${high}px` : '');
    if (!isTyping) return;
    // A browser that lays the keyboard over the page has moved the page up.
    window.scrollTo(0, 0);
    field.scrollIntoView({ block: 'nearest' });
  };
  look();
  seen.addEventListener('resize', look);
  document.addEventListener('focusin', look);
  // The next field may have the focus by then.
  document.addEventListener('focusout', () => requestAnimationFrame(look));
}
