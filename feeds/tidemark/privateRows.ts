import * as v from 'valibot';
import { API_BASE, balances, PrivateData, PrivateSnapshot } from '../../domain/contract/index.ts';

/** Where the whole state is requested when no socket gets through. */
export const STATE_PATH = API_BASE + balances.path;

/** The whole state, or undefined when it is malformed. */
export function stateOf(data: unknown): PrivateSnapshot | undefined {
  const parsed = v.safeParse(PrivateSnapshot, data);
  return parsed.success ? parsed.output : undefined;
}

/** A row of the log, or undefined when it is malformed or of a kind that is not known here. */
export function rowOf(data: unknown): PrivateData | undefined {
  const parsed = v.safeParse(PrivateData, data);
  return parsed.success ? parsed.output : undefined;
}
