/** Puts the focus into the first number that is wrong, once the words stand there. */
export function focusWrongNumber(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLInputElement>('input[inputmode="decimal"][aria-invalid]')?.focus(),
  );
}
