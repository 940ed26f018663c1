import type { RefusalCode } from '../../../../domain/index.ts';

/** Statuses with which the compatible API refuses. */
export type ApiStatus = 400 | 401 | 404 | 409 | 413 | 429 | 500 | 503;

/** A refusal as the compatible API words it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: number;
  readonly status: ApiStatus;
  /** Seconds after which another try has a chance. */
  readonly retryAfterS: number | undefined;
  /** What stands beside code and words. */
  readonly data: unknown;

  constructor(
    code: number,
    message: string,
    { status = 400, retryAfterS, data }: { status?: ApiStatus; retryAfterS?: number; data?: unknown } = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfterS = retryAfterS;
    this.data = data;
  }

  get body(): Readonly<Record<string, unknown>> {
    const { code, message: msg, data } = this;
    return data === undefined ? { code, msg } : { code, msg, data };
  }
}

/** Codes and words of refusals of one part of the compatible API. */
export type RefusalTable = Partial<Record<RefusalCode, readonly [code: number, message: string]>>;

export const missing = (name: string): ApiError =>
  new ApiError(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);
export const illegal = (name: string, range: string): ApiError =>
  new ApiError(-1100, `Illegal characters found in parameter '${name}'; legal range is '${range}'.`);
export const notRequired = (name: string): ApiError =>
  new ApiError(-1106, `Parameter '${name}' sent when not required.`);
export const invalidSymbol = (): ApiError => new ApiError(-1121, 'Invalid symbol.');
/** Unknown key, wrong address and missing permission get one response, so that it reveals nothing. */
export const keyRefused = (): ApiError =>
  new ApiError(-2015, 'Invalid API-key, IP, or permissions for action.', { status: 401 });
export const overloaded = (): ApiError =>
  new ApiError(
    -1008,
    'Server is currently overloaded with other requests. Please try again in a few minutes.',
    { status: 503, retryAfterS: 1 },
  );
