import type { Dec, Language } from '../../../domain/index.ts';
import {
  compareDec,
  isAmountText,
  languageTag,
  numberStyleOf,
  plainSigns,
  styleDigits,
  typedAmount,
  writtenZeros,
} from '../../../domain/index.ts';

/** Spaces and strokes between groups of three. */
const GROUP_SPACE = /(\d)[\s’'](?=\d{3}(?!\d))/g;
const NUMBER = /[\d.,]*\d[\d.,]*/g;
/** A number in thousands or millions is another one without them. */
const COMPACT = /\d\s?(?:[kmb](?![a-z])|m(?:io|n)\b|[千百万萬億亿천만억])/i;

/**
 * What a price or amount field takes: one number, with either separator, without its unit. What may be another number
 * stays as it is, so that it is refused: digits that are left out would make one that nobody meant.
 */
export function typedDigits(text: string): string {
  const plain = plainSigns(text).replace(GROUP_SPACE, '$1');
  const [number, ...others] = plain.match(NUMBER) ?? [];
  if (number === undefined) return plain.replace(/[^.,]/g, '');
  return others.length > 0 || COMPACT.test(plain) ? plain.trim() : number;
}

/** A typed number as plain digits; undefined while it is none. */
export const plainDigits = (text: string): Dec | undefined => typedAmount(text);

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
