import type { Refusal, Result } from '../../domain/index.ts';

/** A refusal as an error, for operators that try again. */
export class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message || `${refusal.code}`);
    this.refusal = refusal;
  }
}

/** What a call has answered. Rejects with a RefusedError. */
export async function answered<T>(result: Promise<Result<T>>): Promise<T> {
  const answer = await result;
  if (!answer.ok) throw new RefusedError(answer.error);
  return answer.data;
}
