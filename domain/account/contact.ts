import type { RefusalCode } from '../errors.ts';

/** How a user is reached and recognised: one of the two. */
export type ContactKind = 'email' | 'phone';

/** @see specification §5 "Email address cannot be empty" */
export function emailRefusal(text: string): RefusalCode | undefined {
  if (text.trim() === '') return 'emailEmpty';
  return /^[^\s@<>"(),:;\\[\]]{1,64}@(?=.{4,190}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/i.test(
    text.trim(),
  )
    ? undefined
    : 'emailInvalid';
}

/** Form of an international number, `+` and 7 to 15 digits; whether a country has it, the server checks. */
export function phoneRefusal(text: string): RefusalCode | undefined {
  if (text.replace(/^\+\d{0,3}$/, '').trim() === '') return 'phoneEmpty';
  return /^\+[1-9]\d{6,14}$/.test(text) ? undefined : 'phoneInvalid';
}

/** Whether what a user types in the one field is a phone number rather than an address. */
export function looksLikePhone(text: string): boolean {
  return /^\+?[\d\s().-]{2,}$/.test(text.trim());
}

/** One writing for one mailbox: names of mail hosts ignore case, and so do users. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** An international number from a country's calling code and what a user typed. */
export function internationalPhone(callingCode: string, typed: string): string {
  const digits = typed.replace(/[\s().-]/g, '');
  if (digits.startsWith('+')) return digits;
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  return `+${callingCode}${digits.replace(/^0/, '')}`;
}

/** `a***z@mail.example`, `+49••••••789`: enough to know one's own, too little for anybody else. */
export function maskedContact(kind: ContactKind, value: string): string {
  if (kind === 'phone') return `${value.slice(0, 3)}••••${value.slice(-3)}`;
  const at = value.lastIndexOf('@');
  const name = value.slice(0, at);
  return `${name.slice(0, 1)}•••${name.length > 2 ? name.slice(-1) : ''}${value.slice(at)}`;
}
