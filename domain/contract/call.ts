import type { GenericSchema, InferInput, InferOutput } from 'valibot';

/** Who may call: anybody; holders of a temporary token; users who are logged in. */
export type Access = 'anyone' | 'temporary' | 'user';

/** One call of the API, declared once: server routes, the worker's client and the OpenAPI document follow from it. */
export interface Call<
  Request extends GenericSchema = GenericSchema,
  Response extends GenericSchema = GenericSchema,
  MovesMoney extends boolean = boolean,
> {
  /** Path below `/api`. */
  readonly path: `/xb/v1/${string}`;
  /** POST for all; those that the specification also reads as GET answer both. */
  readonly methods: readonly ('POST' | 'GET')[];
  readonly access: Access;
  /** Moves money: the caller names it by an `idempotency-key`, and the same key never acts twice. */
  readonly movesMoney: MovesMoney;
  /** Takes a multipart body with one `file` in place of JSON. */
  readonly takesFile: boolean;
  readonly request: Request;
  readonly response: Response;
}

/** What a caller may send: fields with a default can be left out. */
export type RequestOf<C extends Call> = InferInput<C['request']>;
/** What a handler receives: validated, defaults filled in. */
export type ParsedRequestOf<C extends Call> = InferOutput<C['request']>;
/** What a handler returns and a caller receives. */
export type ResponseOf<C extends Call> = InferOutput<C['response']>;

/** @see specification §7: base path /api, all calls POST. */
export const API_BASE = '/api';

/** Fills in the defaults of a call: POST, JSON body, moves no money. */
export function defineCall<
  Request extends GenericSchema,
  Response extends GenericSchema,
  MovesMoney extends boolean = false,
>(
  call: Omit<Call<Request, Response, MovesMoney>, 'methods' | 'movesMoney' | 'takesFile'> &
    Partial<Pick<Call, 'methods' | 'takesFile'>> & { readonly movesMoney?: MovesMoney },
): Call<Request, Response, MovesMoney> {
  const { movesMoney = false as MovesMoney, ...rest } = call;
  return { methods: ['POST'], takesFile: false, movesMoney, ...rest };
}

/** Header that names a money-moving call. 8 to 64 letters, digits and hyphens; unique for its user for ever. */
export const KEY_HEADER = 'idempotency-key';
/** Form of the value of `KEY_HEADER`; a request with any other fails with `keyMissing`. */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9-]{8,64}$/;
