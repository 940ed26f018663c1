import type { CallName, Calls, RequestOf, ResponseOf } from '../../../../domain/contract/index.ts';
import type { ApiKey } from '../../../books/users/apiKeys.ts';
import type { RefusalTable } from './apiError.ts';
import type { Params } from './params.ts';
import type { EndpointName } from './reference.ts';

/** The user whose key has signed the request. */
export interface Signer {
  readonly key: ApiKey;
  /** A text that follows from what was signed: the same request sent again has the same. */
  readonly requestId: string;
  /**
   * Calls the product on behalf of the key's owner. @param key idempotency key of calls that move money.
   * @throws {RuleError} what the product refuses. @throws {ApiError} what the call does not support.
   */
  call<Name extends CallName>(
    name: Name,
    request: RequestOf<Calls[Name]>,
    key?: string,
  ): Promise<ResponseOf<Calls[Name]>>;
}

/** What a path of the compatible API answers. */
export type Endpoint = {
  /** What it counts of the limit. */
  readonly weight: number | ((params: Params) => number);
  /** Codes of refusals, beside those of its part of the API. */
  readonly refusals?: RefusalTable;
} & (
  | { readonly security: 'none'; readonly answer: (params: Params) => Promise<unknown> }
  /** The key is named, and nothing signed. */
  | { readonly security: 'key'; readonly answer: (params: Params, key: ApiKey) => Promise<unknown> }
  | {
      readonly security: 'signed';
      /** What its key must be allowed to trade. */
      readonly right?: 'spot' | 'futures';
      /** How many orders it makes, which have a limit of their own. */
      readonly orders?: (params: Params) => number;
      readonly answer: (params: Params, signer: Signer) => Promise<unknown>;
    }
);

/** Endpoints by method and path, such as `GET /api/v3/time`: those that the reference names. */
export type Endpoints = Readonly<Partial<Record<EndpointName, Endpoint>>>;

/** A part of the API: its endpoints and how it words refusals. */
export interface Part {
  readonly endpoints: Endpoints;
  readonly refusals: RefusalTable;
}

export const open = (
  weight: Endpoint['weight'],
  answer: (params: Params) => Promise<unknown> | unknown,
): Endpoint => ({ security: 'none', weight, answer: async (params) => answer(params) });
