import type { Result } from '../../domain/index.ts';
import type { StorageExport } from '../../workers/api.ts';
import { client } from './client.ts';
import { asPerson } from './login.ts';

/** Storage orders or their payouts as CSV text, at full precision. */
export function storageCsv(what: StorageExport): Promise<Result<string>> {
  return asPerson(() => client.exportStorage(what));
}
