import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Envelope } from '../../../domain/contract/index.ts';
import type { RefusalCode } from '../../../domain/index.ts';
import { RuleError } from '../../../domain/index.ts';
import { DatabaseAwayError, sqlStateOf } from '../../base/db/database.ts';
import { TooManyError } from '../../books/people/limits.ts';
import { LoginNeededError } from '../../books/people/sending.ts';
import type { ErrorWords } from './words.ts';
import { languageOfHeader, wordsOf } from './words.ts';

/** HTTP status of each refusal: its class, for clients that do not read the code. */
const STATUS: Record<RefusalCode, ContentfulStatusCode> = {
  requestInvalid: 400,
  bodyInvalid: 422,
  bodyTooLarge: 413,
  methodNotAllowed: 405,
  pathUnknown: 404,
  hostUnknown: 421,
  marketUnknown: 404,
  channelUnknown: 422,
  intervalUnknown: 422,
  amountInvalid: 422,
  amountZero: 422,
  amountTooFine: 422,
  assetUnknown: 422,
  insufficientBalance: 409,
  priceInvalid: 422,
  orderTick: 422,
  orderLot: 422,
  orderMinimum: 422,
  orderTotal: 422,
  orderBand: 422,
  orderWouldTake: 409,
  orderOptions: 422,
  orderExpiry: 422,
  orderUnfillable: 409,
  orderClosed: 409,
  orderTriggered: 409,
  ordersTooMany: 409,
  scaledCount: 422,
  scaledRange: 422,
  ocoLimit: 409,
  ocoStop: 409,
  ocoAmend: 409,
  ocoFilled: 409,
  ocoTriggered: 409,
  leverageInvalid: 422,
  leverageTooHigh: 422,
  positionTooLarge: 422,
  marginCross: 409,
  marginNeeded: 409,
  triggerPassed: 409,
  trailInvalid: 422,
  positionNone: 409,
  positionLiquidating: 409,
  wouldLiquidate: 409,
  guardsTooMany: 409,
  termsFixed: 409,
  endedByPartner: 409,
  endedWithPosition: 409,
  endedByLiquidation: 409,
  endedByAbsence: 409,
  endedByReduction: 409,
  endedByTime: 409,
  stopLossAboveOpen: 422,
  takeProfitBelowOpen: 422,
  stopLossBelowOpen: 422,
  takeProfitAboveOpen: 422,
  marketClosed: 409,
  marketPaused: 409,
  marketReduceOnly: 409,
  marketStale: 409,
  venueAway: 409,
  noExchange: 409,
  noLiquidity: 409,
  lossNotCovered: 409,
  assetHalted: 409,
  sessionTooShort: 409,
  indexNotPositive: 409,
  quoteExpired: 409,
  quoteMoved: 409,
  quoteUsed: 409,
  stakeTooSmall: 422,
  stakeTooLarge: 422,
  stakeLimit: 409,
  contractsTooMany: 409,
  exposureLimit: 409,
  contractRunning: 409,
  contractEnded: 409,
  saleNotYet: 409,
  saleTooLate: 409,
  saleHalted: 409,
  saleUnpriced: 409,
  saleBelowLeast: 409,
  receiptInvalid: 422,
  escrowZero: 422,
  escrowTooSmall: 422,
  escrowTooLarge: 422,
  planClosed: 409,
  planChanged: 409,
  planQuota: 409,
  storageEnded: 409,
  revokeLate: 409,
  redeemCost: 409,
  keyMissing: 400,
  keyReused: 409,
  resetBlocked: 409,
  sameAccount: 422,
  transferMargin: 409,
  convertSame: 422,
  convertTooSmall: 422,
  convertTooLarge: 422,
  convertZero: 422,
  convertLimit: 409,
  notFound: 404,
  temporaryTokenInvalid: 403,
  loginRefused: 403,
  loginCodeRequired: 403,
  accountFrozen: 403,
  agreementRequired: 422,
  inviteUnknown: 422,
  guestLimited: 403,
  passwordEmpty: 422,
  passwordForm: 422,
  passwordCommon: 422,
  passwordMismatch: 422,
  passwordWrong: 403,
  fundPasswordWrong: 403,
  fundPasswordSame: 422,
  emailEmpty: 422,
  emailInvalid: 422,
  phoneEmpty: 422,
  phoneInvalid: 422,
  contactBound: 409,
  contactMissing: 409,
  codeEmpty: 422,
  codeInvalid: 422,
  totpRequired: 403,
  totpInvalid: 403,
  totpOff: 409,
  totpOn: 409,
  passkeyInvalid: 403,
  passkeyUnknown: 403,
  passkeysTooMany: 409,
  passkeyKnown: 409,
  passkeyStopped: 403,
  pushInvalid: 422,
  pushTaken: 409,
  pushTooMany: 409,
  pushUnknown: 404,
  wordInvalid: 422,
  uploadEmpty: 422,
  uploadTooLarge: 413,
  uploadKind: 422,
  uploadHeic: 422,
  uploadPixels: 422,
  addressEmpty: 422,
  addressInvalid: 422,
  addressChecksum: 422,
  addressNetwork: 422,
  addressKnown: 409,
  addressesTooMany: 409,
  addressNotListed: 409,
  addressTooNew: 409,
  addressOwn: 422,
  labelInvalid: 422,
  chainUnknown: 422,
  withdrawTooSmall: 422,
  withdrawTooLarge: 422,
  withdrawFee: 422,
  withdrawLevelLimit: 409,
  withdrawDayLimit: 409,
  withdrawLocked: 409,
  withdrawOwing: 409,
  withdrawHeld: 409,
  withdrawalsPaused: 409,
  withdrawFixed: 409,
  withdrawalsTooMany: 409,
  fundPasswordMissing: 409,
  proofInvalid: 403,
  proofOther: 403,
  identityNeeded: 409,
  holderDiffers: 409,
  holderInvalid: 422,
  bankInvalid: 422,
  branchInvalid: 422,
  bankCodeInvalid: 422,
  cardNumberInvalid: 422,
  cardKnown: 409,
  cardsTooMany: 409,
  fiatLimit: 409,
  apiKeysTooMany: 409,
  apiKeyAddress: 422,
  apiKeyPublic: 422,
  rateMissing: 409,
  alertReached: 409,
  alertsTooMany: 409,
  depositAsset: 422,
  depositNetwork: 422,
  depositSmall: 422,
  depositReversed: 409,
  noticeKnown: 409,
  noticesTooMany: 409,
  txInvalid: 422,
  voucherMissing: 422,
  testAmount: 422,
  testOff: 409,
  identityContact: 409,
  identityBasicFirst: 409,
  identityPending: 409,
  identityDone: 409,
  nameInvalid: 422,
  idNumberInvalid: 422,
  photoMissing: 422,
  photoSealed: 409,
  ticketTitle: 422,
  ticketContent: 422,
  ticketPicture: 422,
  ticketSubject: 422,
  ticketsTooMany: 409,
  ticketFull: 409,
  tooManyRequests: 429,
  timedOut: 504,
  networkDown: 502,
  unavailable: 503,
  unexpected: 500,
};

/** The HTTP status that a refusal is answered with. */
export const statusOf = (code: RefusalCode): ContentfulStatusCode => STATUS[code];

const RETRY_AFTER_S = 1;
/** Characters of a request's id that a user can read out. */
const SHOWN_ID = 8;

/** Codes with which the database refuses text that it cannot keep: above all the character 0, which JSON can carry. */
const UNKEPT: ReadonlySet<string> = new Set(['22021', '22P05']);

export interface AnswerDeps {
  readonly words: ErrorWords;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** The response to a refusal, in the request's language. @param status where it is not the code's own. */
export function refuse(
  c: Context,
  code: RefusalCode,
  words: ErrorWords,
  status: ContentfulStatusCode = STATUS[code],
): Response {
  c.set('code', code);
  if (status === 503) c.header('retry-after', String(RETRY_AFTER_S));
  const language = languageOfHeader(c.req.header('locale'));
  const requestId: string = c.get('requestId') ?? '';
  const said = wordsOf(words, language, code);
  // The request id lets support find an unexpected error in the log.
  const message = code === 'unexpected' ? `${said} (${requestId.slice(0, SHOWN_ID)})` : said;
  const body: Envelope = { code, message, data: null, requestId };
  return c.json(body, status);
}

/** @see specification §8: code 401 ends the login */
function endLogin(c: Context, words: ErrorWords): Response {
  c.set('code', '401');
  const language = languageOfHeader(c.req.header('locale'));
  const body: Envelope = {
    code: 401,
    message: wordsOf(words, language, 'loginExpired'),
    data: null,
    requestId: c.get('requestId') ?? '',
  };
  return c.json(body, 401);
}

/** The one place where an error becomes an answer: rules by their code, all else as unexpected and logged. */
export function answerError(error: Error, c: Context, { words, log }: AnswerDeps): Response {
  if (error instanceof LoginNeededError) return endLogin(c, words);
  if (error instanceof TooManyError) c.header('retry-after', String(error.retryAfterS));
  if (error instanceof RuleError) return refuse(c, error.code, words);
  if (error instanceof HTTPException) return refuse(c, codeOfStatus(error.status), words, error.status);
  if (UNKEPT.has(sqlStateOf(error) ?? '')) return refuse(c, 'bodyInvalid', words);
  if (error instanceof DatabaseAwayError) {
    log('database away', { requestId: c.get('requestId'), path: c.req.path, error: error.message });
    return refuse(c, 'unavailable', words);
  }
  log('unexpected', { requestId: c.get('requestId'), path: c.req.path, stack: error.stack });
  return refuse(c, 'unexpected', words);
}

function codeOfStatus(status: number): RefusalCode {
  if (status === 413) return 'bodyTooLarge';
  if (status === 504) return 'timedOut';
  return status >= 500 ? 'unexpected' : 'requestInvalid';
}
