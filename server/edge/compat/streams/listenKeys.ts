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
  readonly until: number;
}

const ownerOf = (apiKey: string, kind: StreamKind): string => `${kind} ${apiKey}`;

/** Names by which sockets say whose stream they want: good for an hour, and as long as they are kept alive. */
export class ListenKeys {
  readonly #keys: ApiKeyReader;
  readonly #now: () => number;
  /** By name, those that end first in front. */
  readonly #open = new Map<string, Listening>();
  /** The name of each key's own, by kind and key. */
  readonly #names = new Map<string, string>();

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
    this.#forgetEnded();
    const own = ownerOf(apiKey, kind);
    const listenKey = this.#names.get(own) ?? `${newToken()}${newToken()}`.replace(/[-_]/g, '').slice(0, 64);
    this.#names.set(own, listenKey);
    this.#extend(listenKey, { kind, apiKey, userId });
    return { listenKey };
  }

  /** @throws {ApiError} -1125 */
  keep(key: ApiKey, kind: StreamKind, listenKey: string | undefined): { listenKey: string } {
    const [name, found] = this.#own(key, kind, listenKey);
    this.#extend(name, found);
    return { listenKey: name };
  }

  /** @throws {ApiError} -1125 */
  end(key: ApiKey, kind: StreamKind, listenKey: string | undefined): void {
    this.#forget(...this.#own(key, kind, listenKey));
  }

  /** Without a name the key's own. */
  #own({ apiKey }: ApiKey, kind: StreamKind, listenKey: string | undefined): [string, Listening] {
    // One whose sockets were closed at its end is not kept alive: its program begins another, and connects again.
    this.#forgetEnded();
    const name = this.#names.get(ownerOf(apiKey, kind));
    const found = name === undefined ? undefined : this.#open.get(name);
    if (name === undefined || !found || (listenKey !== undefined && listenKey !== name))
      throw new ApiError(-1125, 'This listenKey does not exist.');
    return [name, found];
  }

  /** It is the last to end now. */
  #extend(name: string, listening: Omit<Listening, 'until'>): void {
    this.#open.delete(name);
    this.#open.set(name, { ...listening, until: this.#now() + LIFE_MS });
  }

  #forget(name: string, { apiKey, kind }: Listening): void {
    this.#open.delete(name);
    this.#names.delete(ownerOf(apiKey, kind));
  }

  #forgetEnded(): void {
    const now = this.#now();
    for (const [name, each] of this.#open) {
      if (each.until > now) return;
      this.#forget(name, each);
    }
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
