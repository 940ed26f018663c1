import type { OpsAnswer } from '../../base/opsAnswer.ts';
import type { AccountDeps } from './context.ts';

/** What an operator's commands work on. */
export type OpsDeps = Pick<AccountDeps, 'db' | 'clock' | 'published'> &
  Partial<Pick<AccountDeps, 'vault' | 'uploads' | 'sealer'>>;

/** What an operator may ask: takes plain texts, yields lines to print. */
export type OpsCommand = (deps: OpsDeps, args: readonly string[]) => Promise<OpsAnswer>;
