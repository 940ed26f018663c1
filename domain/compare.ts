import type { Dec } from './decimal.ts';

/**
 * Order of two plain unsigned decimal texts (`0.10` equals `0.1`), exact and without building a Decimal: books
 * and lists compare thousands a second. Texts must be free of sign, exponent and leading zeros.
 * @returns negative, 0 or positive, as a sort wants it.
 */
export function compareDec(a: Dec, b: Dec): number {
  const aPoint = a.indexOf('.');
  const bPoint = b.indexOf('.');
  const aWhole = aPoint < 0 ? a.length : aPoint;
  const bWhole = bPoint < 0 ? b.length : bPoint;
  if (aWhole !== bWhole) return aWhole - bWhole;
  for (let i = 0; i < aWhole; i++) {
    const difference = a.charCodeAt(i) - b.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return compareFraction(a, aWhole + 1, b, bWhole + 1);
}

function compareFraction(a: Dec, aStart: number, b: Dec, bStart: number): number {
  const length = Math.max(a.length - aStart, b.length - bStart);
  for (let i = 0; i < length; i++) {
    const aDigit = aStart + i < a.length ? a.charCodeAt(aStart + i) : 48;
    const bDigit = bStart + i < b.length ? b.charCodeAt(bStart + i) : 48;
    if (aDigit !== bDigit) return aDigit - bDigit;
  }
  return 0;
}

/** Whether a plain decimal text is zero in value. */
export function isZeroDec(text: Dec): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c !== 48 && c !== 46) return false;
  }
  return true;
}

/** Float64 near a decimal, to sort and to find what changed. Never shown, never booked. */
export function toScreenNumber(text: Dec): number {
  // biome-ignore lint/plugin: the one door from decimal text to a screening number
  return Number(text);
}

/** Float64 near a decimal for a chart's pixels; the legend beside the chart shows the text itself. */
export const toChartNumber = toScreenNumber;
