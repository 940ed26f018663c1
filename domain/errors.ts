/**
 * Codes of refusals. A code is what the API answers, and the key of its words in `locales/<language>/errors.json`.
 * @see specification §8 for 401 and the messages that it words; the other codes are ours.
 */
export const refusalCodes = [
  'requestInvalid',
  'bodyInvalid',
  'bodyTooLarge',
  'methodNotAllowed',
  'pathUnknown',
  'marketUnknown',
  'channelUnknown',
  'intervalUnknown',
  'amountInvalid',
  'amountZero',
  'amountTooFine',
  'assetUnknown',
  'insufficientBalance',
  'priceInvalid',
  'orderTick',
  'orderLot',
  'orderMinimum',
  'orderTotal',
  'orderBand',
  'orderWouldTake',
  'orderUnfillable',
  'orderClosed',
  'orderTriggered',
  'ordersTooMany',
  'leverageInvalid',
  'leverageTooHigh',
  'positionTooLarge',
  'marginCross',
  'marginNeeded',
  'triggerPassed',
  'stopLossAboveOpen',
  'takeProfitBelowOpen',
  'stopLossBelowOpen',
  'takeProfitAboveOpen',
  'marketClosed',
  'marketStale',
  'noLiquidity',
  'assetHalted',
  'sessionTooShort',
  'indexNotPositive',
  'quoteExpired',
  'quoteUsed',
  'stakeTooSmall',
  'stakeTooLarge',
  'stakeLimit',
  'contractsTooMany',
  'exposureLimit',
  'contractRunning',
  'receiptInvalid',
  'keyMissing',
  'keyReused',
  'resetBlocked',
  'sameAccount',
  'notFound',
  'temporaryTokenInvalid',
  'loginRefused',
  'accountFrozen',
  'agreementRequired',
  'inviteUnknown',
  'passwordEmpty',
  'passwordForm',
  'passwordCommon',
  'passwordMismatch',
  'passwordWrong',
  'fundPasswordWrong',
  'fundPasswordSame',
  'emailEmpty',
  'emailInvalid',
  'phoneEmpty',
  'phoneInvalid',
  'contactBound',
  'contactMissing',
  'codeEmpty',
  'codeInvalid',
  'totpRequired',
  'totpInvalid',
  'totpOff',
  'totpOn',
  'wordInvalid',
  'uploadEmpty',
  'uploadTooLarge',
  'uploadKind',
  'uploadPixels',
  'tooManyRequests',
  'timedOut',
  'networkDown',
  'unavailable',
  'unexpected',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

/** A rule said no. Carries no words: the reader's language chooses them by `code`. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
  readonly code: RefusalCode;
  constructor(code: RefusalCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** True for a text that is one of our refusal codes; unknown codes of a newer server are not. */
export function isRefusalCode(code: unknown): code is RefusalCode {
  return typeof code === 'string' && (refusalCodes as readonly string[]).includes(code);
}
