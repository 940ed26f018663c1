import type { OpsAnswer } from '../../server/base/opsAnswer.ts';
import type { OpsDeps } from '../../server/books/users/opsCommand.ts';
import { runOps as runAs } from '../../server/host/opsCommands.ts';

/** An operator's command, had done by somebody. */
export const runOps = (deps: OpsDeps, name: string, args: readonly string[]): Promise<OpsAnswer> =>
  runAs(deps, { who: 'ann@test', why: '' }, name, args);
