import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { CallName } from '../../../domain/contract/index.ts';
import { API_BASE, calls } from '../../../domain/contract/index.ts';
import type { Meter } from '../../base/meter.ts';
import type { Refused } from '../../edge/compat/index.ts';
import { FIXED_HEADERS } from '../../edge/http/headers.ts';
import type { ErrorWords } from '../../edge/http/words.ts';
import type { LoadShedder } from '../../matching/loadShedder.ts';
import { ConnectionGate } from './connectionGate.ts';
import { createTooMuch, TOO_MUCH_HEADERS, tooMuchBody } from './tooMuch.ts';

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
 * are most of the work, and their cost is taken from the callers that are served. What else comes on the connection
 * of one that was refused is refused by its bytes, for half of the time.
 */
export function createDoor(
  server: Server,
  { shedderOf, words, refused, app, entered, meter }: DoorDeps,
): RequestListener {
  const shedders = new Map(
    (Object.keys(calls) as CallName[]).flatMap((name) => {
      const shedder = shedderOf(name);
      return shedder ? [[API_BASE + calls[name].path, { shedder, labels: { call: name } }] as const] : [];
    }),
  );
  /** Whether a request is too much now; counts those that are. */
  const isTooMuch = (method: string | undefined, path: string | undefined): boolean => {
    const queued = method === 'POST' ? shedders.get(path ?? '') : undefined;
    if (!queued?.shedder.isFull()) return false;
    meter?.count('tidemark_shed_total', queued.labels);
    return true;
  };
  const tooMuch = createTooMuch(words, server.keepAliveTimeout);
  const gate = new ConnectionGate(({ method, path, locale }) =>
    isTooMuch(method, path) ? tooMuch(locale) : undefined,
  );
  const queues = [...new Set([...shedders.values()].map(({ shedder }) => shedder))];
  server.on('connection', (socket) => {
    if (queues.some((queue) => queue.isFull())) gate.opened(socket);
  });
  return (request, response) => {
    gate.entered(request, response);
    if (isTooMuch(request.method, request.url)) {
      refuse(request, response, words);
      gate.watch(request.socket);
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
  const body = tooMuchBody(words, typeof locale === 'string' ? locale : undefined, requestId);
  // With its length, head and body go out in one piece.
  const length = Buffer.byteLength(body);
  response.writeHead(503, { ...TOO_MUCH_HEADERS, 'x-request-id': requestId, 'content-length': length });
  response.end(body);
}
