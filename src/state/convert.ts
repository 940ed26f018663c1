import type { Result } from '../../domain/index.ts';
import type { ConversionsFilter } from '../../workers/api.ts';
import { client } from './client.ts';
import { asPerson } from './login.ts';

/** Conversions as CSV text, at full precision. */
export function conversionsCsv(filter: ConversionsFilter): Promise<Result<string>> {
  return asPerson(() => client.exportConversions(filter));
}
