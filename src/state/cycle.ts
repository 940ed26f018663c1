import type { Result } from '../../domain/index.ts';
import type { CycleFilter, CycleProof } from '../../workers/api.ts';
import { client } from './client.ts';
import { asPerson } from './login.ts';

/** What settled a contract, recomputed by the worker. */
export function cycleProof(id: number): Promise<Result<CycleProof>> {
  return asPerson(() => client.cycleProof(id));
}

/** A receipt that the person has as text, compared with the exchange where that is reached. */
export function checkReceipt(text: string): Promise<Result<CycleProof>> {
  return client.checkReceipt(text);
}

/** Ended contracts as CSV text, at full precision. */
export function cyclesCsv(filter: CycleFilter): Promise<Result<string>> {
  return asPerson(() => client.exportCycles(filter));
}
