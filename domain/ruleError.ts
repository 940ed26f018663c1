import type { RefusalCode } from './errors.ts';

/** The figure that a refusal compares with: a step, the least or the most. */
export interface Bound {
  /** An exact decimal, not negative, in units of the asset; of a price step, in quote units per base. */
  readonly amount: string;
  readonly asset: string;
}

interface RuleErrorOptions extends ErrorOptions {
  /** Absent where the rule compares with no one figure. */
  readonly bound?: Bound | undefined;
}

/** A rule said no. Carries no words: the reader's language chooses them by `code`. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
  readonly code: RefusalCode;
  readonly bound: Bound | undefined;
  constructor(code: RefusalCode, { bound, ...options }: RuleErrorOptions = {}) {
    super(code, options);
    this.code = code;
    this.bound = bound;
  }
}
