import type { Identity } from '../../workers/session/caller.ts';

/** Somebody who is not logged in and has chosen no language. */
export const nobody: Identity = { language: () => undefined, token: () => null };
