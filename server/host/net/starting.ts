import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Envelope } from '../../../domain/contract/index.ts';
import { DEFAULT_LANGUAGE } from '../../../domain/index.ts';
import type { ErrorWords } from '../../edge/http/words.ts';
import { languageOfHeader, wordsOf } from '../../edge/http/words.ts';

const RETRY_AFTER_S = 1;

/** Answers before the exchange is open, and for as long as another one serves: it lives, and is not ready. */
export function answerStarting(words: ErrorWords, venueName: string) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url?.split('?')[0];
    if (path === '/healthz' || path === '/livez') {
      send(response, 200, { ok: true });
      return;
    }
    response.setHeader('retry-after', RETRY_AFTER_S);
    if (path === '/readyz') {
      send(response, 503, { ok: false });
      return;
    }
    const { locale, accept = '' } = request.headers;
    if (accept.includes('text/html')) {
      sendPage(response, venueName, wordsOf(words, DEFAULT_LANGUAGE, 'unavailable'));
      return;
    }
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

/** The page until the product is ready: the browser reloads it by itself. */
function sendPage(response: ServerResponse, venueName: string, words: string): void {
  response.writeHead(503, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    refresh: String(RETRY_AFTER_S),
  });
  response.end(`<!doctype html><html lang="en"><title>${venueName}</title><p>${words}</p></html>`);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
