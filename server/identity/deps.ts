import type { AccountDeps } from '../accounts/deps.ts';

/** What identity is decided with. */
export interface IdentityDeps extends AccountDeps {
  /** Whether the reviewer of practice decides; an operator does otherwise. */
  readonly isSimulated: boolean;
}
