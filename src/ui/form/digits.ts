import type { Dec, Language } from '../../../domain/index.ts';
import {
  compareDec,
  countedZeros,
  isAmountText,
  languageTag,
  numberStyleOf,
  styleDigits,
  writtenZeros,
} from '../../../domain/index.ts';

/** What a price or amount field takes: digits and both separators. */
export const typedDigits = (text: string): string => text.replace(/[^\d.,]/g, '');

/** A typed number as plain digits; undefined while it is none. */
export function plainDigits(text: string): Dec | undefined {
  const point = text.trim().replace(',', '.').replace(/^\./, '0.').replace(/\.$/, '');
  const plain = point.replace(/^0+(?=\d)/, '');
  return isAmountText(plain) ? plain : undefined;
}

/** Whether what was typed is what would be sent. */
export function isSameNumber(typed: string, sent: Dec | undefined): boolean {
  const plain = plainDigits(typed);
  return plain !== undefined && sent !== undefined && compareDec(plain, sent) === 0;
}

/** A price as the worker shows it, back as plain digits for a field. */
export function fieldDigits(shown: string, language: Language): string {
  const { decimal, group } = numberStyleOf(languageTag(language));
  const plain = writtenZeros(shown)
    .split(group || '\u0000')
    .join('')
    .replace(decimal, '.');
  return isAmountText(plain) ? plain : '';
}

/** Plain digits in the reader's signs. */
export function shownDigits(plain: Dec, language: Language): string {
  return styleDigits(plain, numberStyleOf(languageTag(language)));
}

/** The same of a price, with many zeros counted as everywhere else. */
export function shownPrice(plain: Dec, language: Language): string {
  return shownDigits(countedZeros(plain), language);
}
