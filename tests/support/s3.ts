import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signature that a request must have, computed from the protocol's own description. */
function signatureOf(request: IncomingMessage, secret: string): string {
  const { authorization = '' } = request.headers;
  const [, scope = ''] = /Credential=[^/]+\/([^,]+)/.exec(authorization) ?? [];
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(authorization) ?? [];
  const header = (name: string): string => String(request.headers[name] ?? '').trim();
  const canonical = [
    request.method,
    request.url,
    '',
    ...names.split(';').map((name) => `${name}:${header(name)}`),
    '',
    names,
    header('x-amz-content-sha256'),
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, sha256(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((own, part) => hmac(own, part), `AWS4${secret}`);
  return hmac(key as Buffer, text).toString('hex');
}

/** A small storage that speaks as much of the S3 protocol as we use, and takes nothing that is not signed. */
export async function openS3(keyId: string, secret: string) {
  const objects = new Map<string, Buffer>();
  const refused: string[] = [];
  const answerOf = (request: IncomingMessage, body: Buffer): number => {
    const { authorization = '' } = request.headers;
    const isOurs = authorization.startsWith(`AWS4-HMAC-SHA256 Credential=${keyId}/`);
    const isSigned = authorization.endsWith(`Signature=${signatureOf(request, secret)}`);
    const isWhole = request.headers['x-amz-content-sha256'] === sha256(body);
    if (!isOurs || !isSigned || !isWhole) return 403;
    if (request.method === 'PUT') objects.set(request.url ?? '', body);
    if (request.method === 'DELETE') return objects.delete(request.url ?? '') ? 204 : 404;
    return objects.has(request.url ?? '') ? 200 : 404;
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const status = answerOf(request, Buffer.concat(chunks));
    if (status >= 400) refused.push(`${status} ${request.method} ${request.url}`);
    response.writeHead(status).end(request.method === 'GET' ? objects.get(request.url ?? '') : undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    refused,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
