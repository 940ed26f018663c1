import type { Result } from '../../domain/index.ts';
import type { HoldLine, RecordsFilter } from '../../workers/api.ts';
import { client } from './client.ts';
import { asPerson } from './login.ts';

/** Why an asset is frozen. */
export function holdsOf(asset: string): Promise<Result<readonly HoldLine[]>> {
  return asPerson(() => client.holdsOf(asset));
}

/** Movements as CSV text, at full precision. */
export function recordsCsv(filter: RecordsFilter): Promise<Result<string>> {
  return asPerson(() => client.exportRecords(filter));
}
