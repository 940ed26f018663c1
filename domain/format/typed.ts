import type { Dec } from '../decimal.ts';
import { isAmountText } from '../decimal.ts';
import { writtenZeros } from './zeros.ts';

/** Digits of full width, of Arabic and of Persian: the last four bits are the digit. */
const OTHER_DIGITS = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g;
const POINTS = /[\uff0e\uff61\u3002\u066b]/g;
const COMMAS = /[\uff0c\uff64\u3001\u066c]/g;
const BLANKS = /[\s’']/g;
/** Groups of three, and a fraction behind them. */
const GROUPED = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?!\1)[.,]\d*$/;

/** Digits and separators as keyboards of other scripts write them, and zeros that are counted, as plain ones. */
export const plainSigns = (text: string): string =>
  writtenZeros(text)
    .replace(OTHER_DIGITS, (digit) => `${digit.charCodeAt(0) & 15}`)
    .replace(POINTS, '.')
    .replace(COMMAS, ',');

/**
 * What a user typed, as a decimal, whatever their language. Either separator is the point; where both stand, the last
 * one is, and the other one parts groups of three. @returns undefined for what is no amount, or may be another one.
 */
export function typedAmount(text: string): Dec | undefined {
  const compact = plainSigns(text).replace(BLANKS, '');
  const group = GROUPED.exec(compact)?.[1];
  const plain = (group === undefined ? compact : compact.split(group).join('')).replace(',', '.');
  const whole = plain
    .replace(/^0+(?=\d)/, '')
    .replace(/^\.(?=\d)/, '0.')
    .replace(/\.$/, '');
  return isAmountText(whole) ? whole : undefined;
}
