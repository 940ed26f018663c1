import type { CallName, Calls, RequestOf, ResponseOf } from '../../domain/contract/index.ts';
import type { Language, Result } from '../../domain/index.ts';

/** What a request carries besides its body. No request goes out without a locale. @see specification §7 */
export type CallHeaders = { readonly locale: string } & Readonly<Record<string, string>>;

/**
 * POSTs JSON; yields the answer's JSON whatever its status. Rejects when there is no answer or it is no JSON.
 * @param signal ends the request when nobody waits for its answer any more.
 */
export type Transport = (
  path: string,
  body: unknown,
  headers: CallHeaders,
  signal?: AbortSignal,
) => Promise<unknown>;

/** Asks the exchange. Refusals are values; nothing is thrown for them. */
export type Caller = <N extends CallName>(
  name: N,
  request: RequestOf<Calls[N]>,
) => Promise<Result<ResponseOf<Calls[N]>>>;

/** In whose name a page asks. */
export interface Identity {
  /** The chosen language, or undefined while none is. */
  language(): Language | undefined;
  /** What `authorization` carries; null while nobody is logged in. */
  token(): string | null;
}

/** What a single call adds. */
export interface CallExtra {
  /** Of calls that move money. */
  readonly key?: string;
  /** In place of the caller's own: the language of the page that asks, where a caller serves several. */
  readonly language?: Language;
  /** In place of the usual way, which ends with the time-out: this one ends by itself. Calls that take a file need it. */
  readonly send?: Transport;
}
export type ExtraCaller = <N extends CallName>(
  name: N,
  request: RequestOf<Calls[N]>,
  extra?: CallExtra,
) => Promise<Result<ResponseOf<Calls[N]>>>;
