import type { MarketSource } from '../market/source.ts';
import { AlertEngine } from '../products/alerts/engine.ts';
import { alertHandlers } from '../products/alerts/handlers.ts';
import { NotificationEngine } from '../products/notifications/engine.ts';
import { notificationHandlers } from '../products/notifications/handlers.ts';
import { StorageEngine } from '../products/storage/engine.ts';
import { storageHandlers } from '../products/storage/handlers.ts';
import { TeamEngine } from '../products/team/engine.ts';
import { teamHandlers } from '../products/team/handlers.ts';
import type { Accounts } from './accounts.ts';
import type { Log } from './trading.ts';

/** What goes on beside trading: storage plans, the team programme, price alerts, and notifications. */
export async function openProgrammes({ deps }: Accounts, source: MarketSource, log: Log) {
  const alerts = new AlertEngine({ ...deps, source, log });
  const engines = [
    new StorageEngine({ ...deps, log }),
    new TeamEngine({ ...deps, log }),
    alerts,
    new NotificationEngine({ ...deps, source, log }),
  ];
  for (const each of engines) await each.start();
  return {
    handlers: {
      ...storageHandlers(deps),
      ...teamHandlers(deps),
      ...alertHandlers(alerts),
      ...notificationHandlers(deps),
    },
    async close(): Promise<void> {
      for (const each of engines) await each.close();
    },
  };
}
