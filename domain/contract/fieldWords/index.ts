import { accountFields } from './account.ts';
import { tradeFields } from './trade.ts';

const words: Readonly<Record<string, string>> = { ...accountFields, ...tradeFields };

/**
 * What a field means, for the OpenAPI document; apart from the schemas, as no client needs it.
 * @param owner the row or the call that it stands in. @returns undefined for one that nobody has described.
 */
export const fieldWords = (owner: string, name: string): string | undefined =>
  words[`${owner}.${name}`] ?? words[name];
