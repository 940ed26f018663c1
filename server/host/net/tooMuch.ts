import { randomUUID } from 'node:crypto';
import type { Envelope } from '../../../domain/contract/index.ts';
import type { Language } from '../../../domain/index.ts';
import { languages } from '../../../domain/index.ts';
import { FIXED_HEADERS } from '../../edge/http/headers.ts';
import type { ErrorWords } from '../../edge/http/words.ts';
import { languageOfHeader, wordsOf } from '../../edge/http/words.ts';

/** Headers of a refusal because of too much load. */
export const TOO_MUCH_HEADERS = {
  ...FIXED_HEADERS,
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'retry-after': '1',
} as const;

/** Its body. @param locale the request's header. */
export function tooMuchBody(words: ErrorWords, locale: string | undefined, requestId: string): string {
  const message = wordsOf(words, languageOfHeader(locale), 'unavailable');
  const envelope: Envelope = { code: 'unavailable', message, data: null, requestId };
  return JSON.stringify(envelope);
}

/** Digits of a request's number that follow its process's own part. */
const COUNTED = 12;

interface Template {
  readonly bytes: Buffer;
  /** Where the request's id goes. */
  readonly places: readonly number[];
}

/**
 * The same refusal as the bytes of a whole response on a kept connection: made once for each language, so that one
 * costs a copy and its id.
 * @param keepAliveMs how long an idle connection is kept. @returns by the request's `locale` header.
 */
export function createTooMuch(
  words: ErrorWords,
  keepAliveMs: number,
): (locale: string | undefined) => Buffer {
  const own = randomUUID();
  const prefix = own.slice(0, -COUNTED);
  const templates = new Map(
    languages.map((language) => [language, templateOf(words, language, own, keepAliveMs)] as const),
  );
  let counted = 0;
  return (locale) => {
    const { bytes, places } = templates.get(languageOfHeader(locale)) as Template;
    const id = prefix + (counted++).toString(16).padStart(COUNTED, '0');
    const answer = Buffer.allocUnsafe(bytes.length);
    bytes.copy(answer);
    for (const place of places) answer.write(id, place, 'latin1');
    return answer;
  };
}

function templateOf(words: ErrorWords, language: Language, id: string, keepAliveMs: number): Template {
  const body = Buffer.from(tooMuchBody(words, language, id));
  const headers = {
    ...TOO_MUCH_HEADERS,
    'x-request-id': id,
    connection: 'keep-alive',
    'keep-alive': `timeout=${Math.floor(keepAliveMs / 1_000)}`,
    'content-length': body.length,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`HTTP/1.1 503 Service Unavailable\r\n${lines.join('')}\r\n`);
  const bytes = Buffer.concat([head, body]);
  const first = bytes.indexOf(id);
  return { bytes, places: [first, bytes.indexOf(id, first + 1)] };
}
