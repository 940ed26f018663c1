import { AwsClient } from 'aws4fetch';
import { RuleError } from '../../../../domain/index.ts';
import { hexOf } from '../../../base/secrets.ts';
import type { S3Settings } from '../../../base/settings.ts';
import type { UploadStore } from './store.ts';
import { nameOf } from './store.ts';

const TIMEOUT_MS = 15_000;
const MISSING = 404;

/**
 * Stores pictures in a bucket; each request is signed with its body's hash, so that it cannot be changed on
 * the way.
 */
export function createS3Store(
  { endpoint, bucket, region, keyId, secret }: S3Settings,
  fetcher: (request: Request) => Promise<Response>,
): UploadStore {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region });
  const ask = async (
    method: 'GET' | 'PUT' | 'DELETE',
    id: string,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> => {
    const address = `${endpoint.replace(/\/+$/, '')}/${bucket}/${nameOf(id)}`;
    const hash = hexOf(
      new Uint8Array(await crypto.subtle.digest('SHA-256', body ?? new Uint8Array(new ArrayBuffer(0)))),
    );
    const request = await client.sign(address, {
      method,
      headers: {
        'x-amz-content-sha256': hash,
        ...(body ? { 'content-type': 'image/jpeg' } : {}),
      },
      ...(body ? { body } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return fetcher(request).catch(unreachable);
  };
  return {
    place: 's3',
    async put(id, content) {
      const answer = await ask('PUT', id, content);
      await answer.body?.cancel();
      if (!answer.ok) throw refusalOf(answer);
    },
    async get(id) {
      const answer = await ask('GET', id);
      if (!answer.ok) {
        await answer.body?.cancel();
        throw answer.status === MISSING ? new RuleError('notFound') : refusalOf(answer);
      }
      return new Uint8Array(await answer.arrayBuffer().catch(unreachable));
    },
    async remove(id) {
      const answer = await ask('DELETE', id);
      await answer.body?.cancel();
      if (!answer.ok && answer.status !== MISSING) throw refusalOf(answer);
    },
  };
}

/** The connection may be lost before an answer, and in the middle of one. */
function unreachable(error: unknown): never {
  throw new RuleError('unavailable', { cause: error });
}

const refusalOf = ({ status }: Response): RuleError =>
  new RuleError('unavailable', { cause: new Error(`the storage answered ${status}`) });
