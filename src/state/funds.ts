import type { Result } from '../../domain/index.ts';
import type { HoldLine, RecordsFilter } from '../../workers/api.ts';
import { client } from './client.ts';
import { login, sessionEnded } from './login.ts';

/** Why an asset is frozen. */
export function holdsOf(asset: string): Promise<Result<readonly HoldLine[]>> {
  return asPerson(() => client.holdsOf(asset));
}

/** Movements as CSV text, at full precision. */
export function recordsCsv(filter: RecordsFilter): Promise<Result<string>> {
  return asPerson(() => client.exportRecords(filter));
}

/** Asks as whoever is logged in, and takes note of a login that has ended. */
async function asPerson<T>(question: () => Promise<Result<T>>): Promise<Result<T>> {
  const { token } = login;
  const result = await question();
  if (!result.ok && result.error.code === 401) sessionEnded(token);
  return result;
}
