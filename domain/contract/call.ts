import type { GenericSchema, InferInput, InferOutput } from 'valibot';

/** Who may call: anybody; holders of a temporary token; people who are logged in. */
export type Access = 'anyone' | 'temporary' | 'user';

/** One call of the API, declared once: server routes, the worker's client and the OpenAPI document follow from it. */
export interface Call<
  Request extends GenericSchema = GenericSchema,
  Response extends GenericSchema = GenericSchema,
> {
  /** Path below `/api`. */
  readonly path: `/xb/v1/${string}`;
  /** POST for all; those that the specification also reads as GET answer both. */
  readonly methods: readonly ('POST' | 'GET')[];
  readonly access: Access;
  /** One line for the OpenAPI document. */
  readonly summary: string;
  readonly request: Request;
  readonly response: Response;
}

export type RequestOf<C extends Call> = InferInput<C['request']>;
export type ParsedRequestOf<C extends Call> = InferOutput<C['request']>;
export type ResponseOf<C extends Call> = InferOutput<C['response']>;

/** @see specification §7: base path /api, all calls POST. */
export const API_BASE = '/api';

export function defineCall<Request extends GenericSchema, Response extends GenericSchema>(
  call: Omit<Call<Request, Response>, 'methods'> & { readonly methods?: readonly ('POST' | 'GET')[] },
): Call<Request, Response> {
  return { methods: ['POST'], ...call };
}
