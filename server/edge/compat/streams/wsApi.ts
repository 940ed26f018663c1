import type { ApiKey, ApiKeyReader } from '../../../books/users/apiKeys.ts';
import { ApiError, illegal } from '../protocol/apiError.ts';
import { jsonOf, Params, requestNumberOf, textOf } from '../protocol/params.ts';
import { namedKey, requireFresh } from '../protocol/signature.ts';
import type { UserFeeds } from './userFeed.ts';

/** User streams that one socket reads. */
const MOST_SUBSCRIPTIONS = 20;

export interface WsApiDeps {
  readonly keys: ApiKeyReader;
  readonly users: UserFeeds;
  readonly now: () => number;
}

/** Questions over a socket: of them, those by which a program reads its user stream. */
export class WsApi {
  readonly #deps: WsApiDeps;
  readonly #address: string;
  readonly #send: (text: string) => void;
  readonly #stops = new Map<number, () => void>();
  /** User streams that are being opened; what is unsubscribed before is not read. */
  readonly #opening = new Set<object>();
  #isClosed = false;
  #next = 0;

  constructor(deps: WsApiDeps, address: string, send: (text: string) => void) {
    this.#deps = deps;
    this.#address = address;
    this.#send = send;
  }

  async receive(data: string): Promise<void> {
    const message = jsonOf(data);
    const {
      id: named,
      method,
      params = {},
    } = (typeof message === 'object' && message !== null ? message : {}) as {
      id?: unknown;
      method?: unknown;
      params?: Record<string, unknown>;
    };
    const id = requestNumberOf(named);
    try {
      if (id === undefined) throw illegal('id', '^[a-zA-Z0-9-_]{1,36}$');
      const result = await this.#answer(textOf(method), params);
      this.#send(JSON.stringify({ id, status: 200, result, rateLimits: [] }));
    } catch (error) {
      const refusal =
        error instanceof ApiError
          ? error
          : new ApiError(-1000, 'An unknown error occurred while processing the request.');
      this.#send(
        JSON.stringify({ id: id ?? null, status: refusal.status, error: refusal.body, rateLimits: [] }),
      );
    }
  }

  closed(): void {
    this.#isClosed = true;
    this.#leaveAll();
  }

  /** Leaves one user stream; without a number all of them. */
  #leave(subscriptionId: unknown): void {
    if (subscriptionId === undefined || subscriptionId === null) this.#leaveAll();
    else {
      const id = Number.parseInt(textOf(subscriptionId), 10);
      this.#stops.get(id)?.();
      this.#stops.delete(id);
    }
  }

  #leaveAll(): void {
    this.#opening.clear();
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
  }

  async #answer(method: string, params: Record<string, unknown>): Promise<unknown> {
    if (method === 'ping') return {};
    if (method === 'time') return { serverTime: this.#deps.now() };
    if (method === 'userDataStream.unsubscribe') {
      this.#leave(params?.['subscriptionId']);
      return {};
    }
    if (method !== 'userDataStream.subscribe.signature')
      throw new ApiError(-1000, `Method ${method.slice(0, 60)} is not available.`);
    if (this.#stops.size + this.#opening.size >= MOST_SUBSCRIPTIONS)
      throw new ApiError(-1000, 'Too many subscriptions.');
    const place = {};
    this.#opening.add(place);
    try {
      return { subscriptionId: await this.#open(await this.#signed(params), place) };
    } finally {
      this.#opening.delete(place);
    }
  }

  /** @param place held among those that are being opened. @returns the number of the subscription. */
  async #open(key: ApiKey, place: object): Promise<number> {
    const subscriptionId = this.#next++;
    const { users, keys, now } = this.#deps;
    const publish = (text: string) => this.#send(`{"subscriptionId":${subscriptionId},"event":${text}}`);
    const stop = await users.open(key.userId, 'spot', publish, {
      holds: async () => (await keys.find(key.apiKey)) !== undefined,
      ended: () => {
        this.#stops.delete(subscriptionId);
        publish(JSON.stringify({ e: 'eventStreamTerminated', E: now() }));
      },
    });
    if (this.#isClosed || !this.#opening.has(place)) stop();
    else this.#stops.set(subscriptionId, stop);
    return subscriptionId;
  }

  /** The key that has signed these parameters, in the order of their names. @throws {ApiError} */
  async #signed(params: Record<string, unknown>): Promise<ApiKey> {
    const pairs = Object.entries(params).map(([name, value]) => [name, textOf(value)] as const);
    const apiKey = pairs.find(([name]) => name === 'apiKey')?.[1];
    const signature = pairs.find(([name]) => name === 'signature')?.[1] ?? '';
    const key = await namedKey(this.#deps.keys, { apiKey, address: this.#address });
    requireFresh(new Params(pairs), this.#deps.now());
    const text = pairs
      .filter(([name]) => name !== 'signature')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    if (!(await key.verify(text, signature)))
      throw new ApiError(-1022, 'Signature for this request is not valid.');
    return key;
  }
}
