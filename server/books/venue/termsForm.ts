import * as v from 'valibot';
import type { FeeSchedule, LevelLimits } from '../../../domain/index.ts';
import { D, isAmountText } from '../../../domain/index.ts';

/** Above this a fee is a mistake: a hundredth. */
const FEE_MOST = '0.01';
const amount = v.pipe(
  v.string('must be an amount as text, like "0.001"'),
  v.check((text) => isAmountText(text), 'must be an amount in plain digits, like "0.001"'),
);
const fee = v.pipe(
  amount,
  v.check((text) => new D(text).lte(FEE_MOST), `must be at most ${FEE_MOST}, one per cent`),
  v.check((text) => new D(text).decimalPlaces() <= 6, 'must have at most 6 decimal places'),
);
const fees = v.strictObject({ maker: fee, taker: fee });
const levels = v.pipe(
  v.strictTuple([amount, amount, amount], 'must be three amounts, of the levels 0, 1 and 2'),
  v.check(
    ([zero, one, two]) => new D(zero).lte(one) && new D(one).lte(two),
    'must not fall from level to level',
  ),
);
const market = v.pipe(
  v.string('must be a text'),
  v.regex(/^[A-Za-z0-9-]{1,40}$/, 'must be a market like BTC-USDT'),
);

/** What the venue has of the source's markets. */
export interface MarketTerms {
  /** These alone; undefined: all that the source has. */
  readonly only?: readonly string[] | undefined;
  readonly without: readonly string[];
}

/** What can be said of a venue, by kind, as files and rows hold it. */
export const termsForms = {
  fees: v.strictObject({ spot: fees, perpetual: fees }),
  limits: v.strictObject({ withdrawal: levels, card: levels }),
  markets: v.strictObject({
    only: v.optional(
      v.pipe(v.array(market, 'must be a list of markets'), v.minLength(1, 'must name a market')),
    ),
    without: v.optional(v.array(market, 'must be a list of markets'), []),
  }),
} as const;
export type TermsKind = keyof typeof termsForms;
export const termsKinds = ['fees', 'limits', 'markets'] as const satisfies readonly TermsKind[];
export interface Terms {
  readonly fees: FeeSchedule;
  readonly limits: LevelLimits;
  readonly markets: MarketTerms;
}

/** Reads what was said of a kind. @returns it, or what is wrong with it in plain words, the field first. */
export function readTerms<Kind extends TermsKind>(
  kind: Kind,
  value: unknown,
): { readonly terms: Terms[Kind] } | { readonly wrong: string } {
  // The library takes a list for an object without fields, which would be all markets.
  if (Array.isArray(value)) return { wrong: 'it must be an object' };
  // What is no amount cannot be compared with one.
  const parsed = v.safeParse(termsForms[kind], value, { abortPipeEarly: true });
  if (parsed.success) return { terms: parsed.output as unknown as Terms[Kind] };
  return { wrong: formWords(parsed.issues[0]) };
}

/** What is wrong with a file, in plain words. */
export function formWords(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue) ?? '';
  if (issue.expected === 'never') return `there is no field "${path}"`;
  if (issue.received === 'undefined') return `the field "${path}" is missing`;
  if (issue.type === 'strict_object')
    return path === '' ? 'it must be an object' : `"${path}" must be an object`;
  return path === '' ? issue.message : `"${path}" ${issue.message}`;
}
