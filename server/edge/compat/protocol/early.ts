import { networkOf } from '../../../base/network.ts';
import type { ApiKey } from '../../../books/users/apiKeys.ts';
import { ApiError, overloaded } from './apiError.ts';
import type { Endpoint } from './endpoint.ts';
import type { CompatRates } from './rates.ts';

const MOST_KEYS = 10_000;

interface Proven {
  readonly id: number;
  readonly userId: number;
  /** From where it was proven last. */
  readonly address: string;
}

/** Whether an order of this kind would wait too long now. */
export type IsFull = (right: 'spot' | 'futures') => boolean;

export const spenderOf = (right: string | undefined, userId: number): string => `${right ?? ''} ${userId}`;
export const keyName = (id: number): string => `key ${id}`;

/**
 * Refuses callers over a limit before anything of the request is read, looked up or computed: under a flood
 * refusals are most of the work, and their cost is taken from the callers that are served.
 */
export class EarlyRefusals {
  readonly #rates: CompatRates;
  readonly #isFull: IsFull;
  readonly #proven = new Map<string, Proven>();

  constructor(rates: CompatRates, isFull: IsFull) {
    this.#rates = rates;
    this.#isFull = isFull;
  }

  /** Remembers whose a key is, the newest last. */
  learn({ apiKey, id, userId }: ApiKey, address: string): void {
    this.#proven.delete(apiKey);
    this.#proven.set(apiKey, { id, userId, address });
    const [oldest] = this.#proven.keys();
    if (this.#proven.size > MOST_KEYS && oldest !== undefined) this.#proven.delete(oldest);
  }

  /** By the key that is named. @throws {ApiError} -1015, -1003, 429 */
  refuseKey(endpoint: Endpoint, apiKey: string | undefined): void {
    const proven = this.#proven.get(apiKey ?? '');
    if (!proven || endpoint.security === 'none') return;
    this.#rates.refuseHeavy(keyName(proven.id), false);
    if (endpoint.security === 'signed' && endpoint.orders)
      this.#rates.refuseSpent(spenderOf(endpoint.right, proven.userId));
  }

  /** An address that has paid for too many keys that were none, unless this key is good from there. @throws {ApiError} -1003 */
  refuseAddress(apiKey: string | undefined, address: string): void {
    if (this.#proven.get(apiKey ?? '')?.address !== address)
      this.#rates.refuseHeavy(networkOf(address), true);
  }

  /** What is refused of a request that only its head is known of; undefined for one that may come in. */
  atDoor(endpoint: Endpoint, apiKey: string | undefined): ApiError | undefined {
    const isOrder = endpoint.security === 'signed' && endpoint.orders !== undefined;
    if (isOrder && this.#isFull(endpoint.right ?? 'spot')) return overloaded();
    try {
      this.refuseKey(endpoint, apiKey);
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
    return undefined;
  }
}
