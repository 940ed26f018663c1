import type { ApiKeyRow } from '../../../domain/contract/index.ts';

/** How signatures are called in all languages. */
export const apiKeyKinds: Readonly<Record<ApiKeyRow['kind'], string>> = {
  hmac: 'HMAC-SHA256',
  ed25519: 'Ed25519',
};
