import type { AccountDeps } from '../../books/users/context.ts';

/** What identity is decided with. */
export interface IdentityDeps
  extends Pick<AccountDeps, 'db' | 'clock' | 'published' | 'limits' | 'messages' | 'sealer' | 'uploads'> {
  /** Whether the reviewer of practice decides; an operator does otherwise. */
  readonly isSimulated: boolean;
}
