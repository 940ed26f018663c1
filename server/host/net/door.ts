import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { CallName, Envelope } from '../../../domain/contract/index.ts';
import { API_BASE, calls } from '../../../domain/contract/index.ts';
import type { Meter } from '../../base/meter.ts';
import type { Refused } from '../../edge/compat/index.ts';
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
  /** The queue in which a call waits, if it does. */
  readonly shedderOf: (name: CallName) => Pick<LoadShedder, 'isFull'> | undefined;
  readonly words: ErrorWords;
  /** Requests that the compatible API refuses by their head alone. */
  readonly refused?: (request: IncomingMessage) => Refused | undefined;
  /** Answers what is not refused. */
  readonly app: RequestListener;
  /** Called for each request that is not refused. */
  readonly entered: () => void;
  readonly meter?: Meter;
}

/**
 * Refuses commands that would wait too long, before anything of the request is read: under a flood refusals
 * are most of the work, and their cost is taken from the callers that are served.
 */
export function createDoor({ shedderOf, words, refused, app, entered, meter }: DoorDeps): RequestListener {
  const shedders = new Map(
    (Object.keys(calls) as CallName[]).flatMap((name) => {
      const shedder = shedderOf(name);
      return shedder ? [[API_BASE + calls[name].path, { shedder, call: name }] as const] : [];
    }),
  );
  return (request, response) => {
    const queued = request.method === 'POST' ? shedders.get(request.url ?? '') : undefined;
    if (queued?.shedder.isFull()) {
      meter?.count('tidemark_shed_total', { call: queued.call });
      refuse(request, response, words);
      return;
    }
    const refusal = refused?.(request);
    if (refusal) {
      response.writeHead(refusal.status, { ...FIXED_HEADERS, ...refusal.headers });
      response.end(refusal.body);
      return;
    }
    entered();
    app(request, response);
  };
}

function refuse({ headers }: IncomingMessage, response: ServerResponse, words: ErrorWords): void {
  const requestId = randomUUID();
  const { locale } = headers;
  const language = languageOfHeader(typeof locale === 'string' ? locale : undefined);
  const message = wordsOf(words, language, 'unavailable');
  const envelope: Envelope = { code: 'unavailable', message, data: null, requestId };
  const body = JSON.stringify(envelope);
  // With its length, head and body go out in one piece.
  const length = Buffer.byteLength(body);
  response.writeHead(503, { ...HEADERS, 'x-request-id': requestId, 'content-length': length });
  response.end(body);
}
