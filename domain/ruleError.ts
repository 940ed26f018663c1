import type { RefusalCode } from './errors.ts';

/** A rule said no. Carries no words: the reader's language chooses them by `code`. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
  readonly code: RefusalCode;
  constructor(code: RefusalCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}
