import * as v from 'valibot';
import type { Answering } from './answerer.ts';
import type { Answer } from './requester.ts';

/** Request headers that the engine uses. The caller's address comes from the gateway alone. */
export const PASSED_HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'host',
  'idempotency-key',
  'if-none-match',
  'locale',
  'origin',
  'user-agent',
  'x-mbx-apikey',
] as const;

/** A request as it travels, without its body. */
export const Passed = v.object({
  method: v.string(),
  /** Path and query, exactly as they came: signatures are made of them. */
  url: v.string(),
  headers: v.record(v.string(), v.string()),
  /** The caller's network address, as the gateway has seen it. */
  address: v.string(),
  requestId: v.string(),
});
export type Passed = v.InferOutput<typeof Passed>;

/** What a request brings besides itself, where the server would put what it knows of the connection. */
export interface RelayedEnv {
  readonly incoming: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly socket: { readonly remoteAddress: string };
  };
  readonly requestId: string;
}

const Answered = v.object({
  status: v.number(),
  headers: v.array(v.tuple([v.string(), v.string()])),
});
export type Answered = v.InferOutput<typeof Answered>;

/** Answers requests that came to gateways. @param fetch the exchange's app. */
export const httpRelay =
  (fetch: (request: Request, env: RelayedEnv) => Response | Promise<Response>): Answering =>
  async ({ data, body, gone }) => {
    const { method, url, headers, address, requestId } = v.parse(Passed, data);
    const host = headers['host'] ?? 'localhost';
    const request = new Request(URL.canParse(`http://${host}${url}`) ? `http://${host}${url}` : 'http://-/', {
      method,
      headers: { ...headers, 'content-length': String(body.length) },
      signal: gone,
      ...(method === 'GET' || method === 'HEAD' ? {} : { body: body as Uint8Array<ArrayBuffer> }),
    });
    const response = await fetch(request, {
      incoming: { url, headers, socket: { remoteAddress: address } },
      requestId,
    });
    const answered: Answered = { status: response.status, headers: [...response.headers] };
    return { data: answered, body: new Uint8Array(await response.arrayBuffer()) };
  };

/** The engine's answer, as it goes to the caller. */
export function responseOf({ data, body }: Answer): Response {
  const { status, headers } = v.parse(Answered, data);
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : (body as Uint8Array<ArrayBuffer>), { status, headers });
}
