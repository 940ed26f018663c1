import { HOUR_MS } from '../../../../domain/index.ts';
import { newToken } from '../../../base/secrets.ts';
import type { ApiKey, ApiKeyReader } from '../../../books/users/apiKeys.ts';
import { ApiError } from '../protocol/apiError.ts';
import type { Endpoints } from '../protocol/endpoint.ts';
import type { Params } from '../protocol/params.ts';
import type { StreamKind } from './names.ts';

const LIFE_MS = HOUR_MS;

interface Listening {
  readonly kind: StreamKind;
  readonly apiKey: string;
  readonly userId: number;
  until: number;
}

/** Names by which sockets say whose stream they want: good for an hour, and as long as they are kept alive. */
export class ListenKeys {
  readonly #keys: ApiKeyReader;
  readonly #now: () => number;
  readonly #open = new Map<string, Listening>();

  constructor(keys: ApiKeyReader, now: () => number) {
    this.#keys = keys;
    this.#now = now;
  }

  /** Whose stream it is; undefined for a name that is none, or whose key has ended. */
  async userOf(
    listenKey: string,
  ): Promise<{ readonly userId: number; readonly kind: StreamKind } | undefined> {
    const found = this.#open.get(listenKey);
    if (!found || found.until <= this.#now() || !(await this.#keys.find(found.apiKey))) return undefined;
    return found;
  }

  begin({ apiKey, userId }: ApiKey, kind: StreamKind): { listenKey: string } {
    const now = this.#now();
    for (const [name, { until }] of this.#open) if (until <= now) this.#open.delete(name);
    const [known] = [...this.#open].find(([, each]) => each.apiKey === apiKey && each.kind === kind) ?? [];
    const listenKey = known ?? `${newToken()}${newToken()}`.replace(/[-_]/g, '').slice(0, 64);
    this.#open.set(listenKey, { kind, apiKey, userId, until: now + LIFE_MS });
    return { listenKey };
  }

  /** @throws {ApiError} -1125 */
  keep(key: ApiKey, kind: StreamKind, listenKey: string | undefined): { listenKey: string } {
    const [name, found] = this.#own(key, kind, listenKey);
    found.until = this.#now() + LIFE_MS;
    return { listenKey: name };
  }

  /** @throws {ApiError} -1125 */
  end(key: ApiKey, kind: StreamKind, listenKey: string | undefined): void {
    this.#open.delete(this.#own(key, kind, listenKey)[0]);
  }

  /** Without a name the key's own. */
  #own({ apiKey }: ApiKey, kind: StreamKind, listenKey: string | undefined): [string, Listening] {
    const found = [...this.#open].find(
      ([name, each]) =>
        each.apiKey === apiKey && each.kind === kind && (listenKey === undefined || name === listenKey),
    );
    if (!found) throw new ApiError(-1125, 'This listenKey does not exist.');
    return found;
  }
}

/** Where programs get them. */
export function listenKeyEndpoints(keys: ListenKeys): Endpoints {
  const of = (kind: StreamKind, path: string): Endpoints => {
    const named = (answer: (params: Params, key: ApiKey) => unknown) =>
      ({
        security: 'key',
        weight: 2,
        answer: async (params: Params, key: ApiKey) => answer(params, key),
      }) as const;
    return {
      [`POST ${path}`]: named((_, key) => keys.begin(key, kind)),
      [`PUT ${path}`]: named((params, key) => {
        const kept = keys.keep(key, kind, params.text('listenKey'));
        return kind === 'spot' ? {} : kept;
      }),
      [`DELETE ${path}`]: named((params, key) => {
        keys.end(key, kind, params.text('listenKey'));
        return {};
      }),
    };
  };
  return { ...of('spot', '/api/v3/userDataStream'), ...of('futures', '/fapi/v1/listenKey') };
}
