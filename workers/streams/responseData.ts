import type { Refusal, Result } from '../../domain/index.ts';

/** A refusal as an error, for operators that try again. */
export class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message || `${refusal.code}`);
    this.refusal = refusal;
  }
}

/** The data of a response. Rejects with a RefusedError. */
export async function responseData<T>(result: Promise<Result<T>>): Promise<T> {
  const response = await result;
  if (!response.ok) throw new RefusedError(response.error);
  return response.data;
}
