/** Puts the focus into the first number that is wrong, once the words stand there. */
export function focusWrongNumber(): void {
  requestAnimationFrame(() =>
    focusInSight(document.querySelector<HTMLInputElement>('input[inputmode="decimal"][aria-invalid]')),
  );
}

/** A browser scrolls no further than to the caret, which may leave the field's name under the head of the screen. */
function focusInSight(input: HTMLInputElement | null | undefined): void {
  input?.focus({ preventScroll: true });
  input?.scrollIntoView({ block: 'center' });
}

/** Leads to what a form that cannot be sent lacks: the number that is wrong, else the first that is empty. */
export function focusMissing(form: HTMLFormElement): void {
  const numbers = [...form.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]')];
  const wrong = numbers.find((input) => input.getAttribute('aria-invalid') === 'true');
  focusInSight(wrong ?? numbers.find(({ value }) => value === ''));
}
