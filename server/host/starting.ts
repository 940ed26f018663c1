import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Envelope } from '../../domain/contract/index.ts';
import type { ErrorWords } from '../http/words.ts';
import { languageOfHeader, wordsOf } from '../http/words.ts';

const RETRY_AFTER_S = 1;

/** Answers before the exchange is open, and for as long as another one serves: it lives, and is not ready. */
export function answerStarting(words: ErrorWords) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url?.split('?')[0];
    if (path === '/healthz') {
      send(response, 200, { ok: true });
      return;
    }
    response.setHeader('retry-after', RETRY_AFTER_S);
    if (path === '/readyz') {
      send(response, 503, { ok: false });
      return;
    }
    const { locale } = request.headers;
    const language = languageOfHeader(typeof locale === 'string' ? locale : undefined);
    const body: Envelope = {
      code: 'unavailable',
      message: wordsOf(words, language, 'unavailable'),
      data: null,
      requestId: randomUUID(),
    };
    send(response, 503, body);
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
