/** Puts the focus into the first number that is wrong, once the words stand there. */
export function focusWrongNumber(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLInputElement>('input[inputmode="decimal"][aria-invalid]')?.focus(),
  );
}

/** Leads to what a form that cannot be sent lacks: the number that is wrong, else the first that is empty. */
export function focusMissing(form: HTMLFormElement): void {
  const numbers = [...form.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]')];
  const wrong = numbers.find((input) => input.getAttribute('aria-invalid') === 'true');
  (wrong ?? numbers.find(({ value }) => value === ''))?.focus();
}
