import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { CallName, Envelope } from '../../../domain/contract/index.ts';
import { API_BASE, calls } from '../../../domain/contract/index.ts';
import { FIXED_HEADERS } from '../../edge/http/headers.ts';
import type { ErrorWords } from '../../edge/http/words.ts';
import { languageOfHeader, wordsOf } from '../../edge/http/words.ts';
import type { LoadShedder } from '../../matching/loadShedder.ts';

const HEADERS = {
  ...FIXED_HEADERS,
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'retry-after': '1',
};

export interface DoorDeps {
  /** The line in which a call waits, if it does. */
  readonly lineOf: (name: CallName) => Pick<LoadShedder, 'isFull'> | undefined;
  readonly words: ErrorWords;
  /** Whoever comes in. */
  readonly inside: RequestListener;
  /** Hears of each who comes in. */
  readonly entered: () => void;
}

/**
 * Who would wait too long is sent away here, before anything of the request is looked at: under a flood the refusals are
 * most of the work, and what they cost is taken from those who are served.
 */
export function createDoor({ lineOf, words, inside, entered }: DoorDeps): RequestListener {
  const lines = new Map(
    (Object.keys(calls) as CallName[]).flatMap((name) => {
      const line = lineOf(name);
      return line ? [[API_BASE + calls[name].path, line] as const] : [];
    }),
  );
  return (request, response) => {
    if (request.method === 'POST' && lines.get(request.url ?? '')?.isFull()) {
      refuse(request, response, words);
      return;
    }
    entered();
    inside(request, response);
  };
}

function refuse({ headers }: IncomingMessage, response: ServerResponse, words: ErrorWords): void {
  const requestId = randomUUID();
  const { locale } = headers;
  const language = languageOfHeader(typeof locale === 'string' ? locale : undefined);
  const message = wordsOf(words, language, 'unavailable');
  const body: Envelope = { code: 'unavailable', message, data: null, requestId };
  response.writeHead(503, { ...HEADERS, 'x-request-id': requestId });
  response.end(JSON.stringify(body));
}
