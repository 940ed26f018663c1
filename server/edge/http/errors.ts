import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Envelope } from '../../../domain/contract/index.ts';
import type { Bound, RefusalCode } from '../../../domain/index.ts';
import { RuleError } from '../../../domain/index.ts';
import { DatabaseAwayError, sqlStateOf } from '../../base/db/database.ts';
import { TooManyError } from '../../books/users/limits.ts';
import { LoginNeededError } from '../../books/users/sending.ts';
import { refusalStatuses } from './refusalStatuses.ts';
import type { ErrorWords } from './words.ts';
import { languageOfHeader, wordsOf } from './words.ts';

/** The HTTP status that a refusal is answered with. */
export const statusOf = (code: RefusalCode): ContentfulStatusCode => refusalStatuses[code];

const RETRY_AFTER_S = 1;
/** Characters of a request's id that a user can read out. */
const SHOWN_ID = 8;

/** Codes with which the database refuses text that it cannot keep: above all the character 0, which JSON can carry. */
const UNKEPT: ReadonlySet<string> = new Set(['22021', '22P05']);

export interface AnswerDeps {
  readonly words: ErrorWords;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

interface RefuseOptions {
  readonly status?: ContentfulStatusCode;
  readonly bound?: Bound | undefined;
}

/** The response to a refusal, in the request's language. @param options status where it is not the code's own. */
export function refuse(
  c: Context,
  code: RefusalCode,
  words: ErrorWords,
  { status = refusalStatuses[code], bound }: RefuseOptions = {},
): Response {
  c.set('code', code);
  if (status === 503) c.header('retry-after', String(RETRY_AFTER_S));
  const language = languageOfHeader(c.req.header('locale'));
  const requestId: string = c.get('requestId') ?? '';
  const text = wordsOf(words, language, code, bound);
  // The request id lets support find an unexpected error in the log.
  const message = code === 'unexpected' ? `${text} (${requestId.slice(0, SHOWN_ID)})` : text;
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
  if (error instanceof RuleError) return refuse(c, error.code, words, { bound: error.bound });
  if (error instanceof HTTPException)
    return refuse(c, codeOfStatus(error.status), words, { status: error.status });
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
