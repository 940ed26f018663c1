import type { Dec } from '../decimal.ts';
import type { CompactUnit, NumberPatterns } from './patterns.ts';
import { patternsOf, plainPatterns } from './patterns.ts';
import { countedZeros } from './zeros.ts';

/** How a language writes numbers: its signs, and where units stand. */
export interface NumberStyle extends NumberPatterns {
  readonly decimal: string;
  /** Between groups of three digits; empty for none. */
  readonly group: string;
  readonly minus: string;
  readonly plus: string;
}

/** Plain digits, as the specification writes them. */
export const plainStyle: NumberStyle = { ...plainPatterns, decimal: '.', group: '', minus: '-', plus: '+' };

/** By language: asking Intl takes a hundred times as long as writing a number. */
const styles = /*#__PURE__*/ new Map<string, NumberStyle>();

/**
 * A language's signs, by Intl, and its patterns. The minus is the typographic one, as wide as the plus, so that
 * columns hold.
 * @param language BCP 47, e.g. `de`.
 */
export function numberStyleOf(language: string): NumberStyle {
  const known = styles.get(language) ?? styleFromIntl(language);
  styles.set(language, known);
  return known;
}

function styleFromIntl(language: string): NumberStyle {
  const parts = new Intl.NumberFormat(language, {
    useGrouping: true,
    minimumFractionDigits: 1,
  }).formatToParts(1_234_567.5);
  const sign = (type: string, fallback: string) =>
    parts.find((part) => part.type === type)?.value ?? fallback;
  const signs = { decimal: sign('decimal', '.'), group: sign('group', ''), minus: '−', plus: '+' };
  return { ...patternsOf(language), ...signs };
}

/** All digits of a figure in a language's signs, with many zeros counted. */
export const exactText = (figure: Dec, style: NumberStyle): string =>
  styleDigits(countedZeros(figure), style);

/** Writes canonical decimal text (`-1234.50`) in a language's signs; digits are kept to the last. */
export function styleDigits(text: string, style: NumberStyle): string {
  return affixedDigits(text, NO_AFFIX, style);
}

const NO_AFFIX = ['', ''] as const;

/** The same with what stands before and after the digits; a sign comes first. */
export function affixedDigits(
  text: string,
  [before, after]: readonly [string, string],
  style: NumberStyle,
): string {
  const negative = text.startsWith('-');
  const digits = negative ? text.slice(1) : text;
  const point = digits.indexOf('.');
  const whole = point < 0 ? digits : digits.slice(0, point);
  const fraction = point < 0 ? '' : style.decimal + digits.slice(point + 1);
  return (negative ? style.minus : '') + before + grouped(whole, style.group) + fraction + after;
}

/** Canonical decimal text as a per cent: `2.76%`, `2,76 %`, `%2,76`; the sign of a fall comes first. */
export function percentOf(text: string, style: NumberStyle): string {
  return affixedDigits(text, style.percent, style);
}

/** The unit that a number is written in, the largest that is not above it. @param places digits before the point. */
export function compactUnit(places: number, { compact }: NumberStyle): CompactUnit | undefined {
  return compact.find(({ zeros }) => places > zeros);
}

function grouped(whole: string, sign: string): string {
  if (sign === '' || whole.length <= 3) return whole;
  let out = whole.slice(-3);
  for (let end = whole.length - 3; end > 0; end -= 3)
    out = whole.slice(Math.max(0, end - 3), end) + sign + out;
  return out;
}
