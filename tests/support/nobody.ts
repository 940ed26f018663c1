import type { Identity } from '../../workers/session/calls.ts';

/** Somebody who is not logged in and has chosen no language. */
export const nobody: Identity = { language: () => undefined, token: () => null };
