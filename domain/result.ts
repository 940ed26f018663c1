import type { RefusalCode } from './errors.ts';

/** A refusal as it crosses a worker's border, where an Error would lose its code. */
export interface Refusal {
  /** 401: the login has ended. */
  readonly code: 401 | RefusalCode;
  /** The server's words in the chosen language, or empty when it had none. */
  readonly message: string;
}

/** Expected refusals are values; only bugs throw. */
export type Result<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: Refusal };
