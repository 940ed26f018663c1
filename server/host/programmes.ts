import { StorageEngine } from '../storage/engine.ts';
import { storageHandlers } from '../storage/handlers.ts';
import { TeamEngine } from '../team/engine.ts';
import { teamHandlers } from '../team/handlers.ts';
import type { Accounts } from './accounts.ts';
import type { Log } from './trading.ts';

/** What pays people day by day: storage plans and the team programme. */
export async function openProgrammes({ deps }: Accounts, log: Log) {
  const daily = [new StorageEngine({ ...deps, log }), new TeamEngine({ ...deps, log })];
  for (const each of daily) await each.start();
  return {
    handlers: { ...storageHandlers(deps), ...teamHandlers(deps) },
    async close(): Promise<void> {
      for (const each of daily) await each.close();
    },
  };
}
