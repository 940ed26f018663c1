import type { BatchLog, Database } from '../../server/base/db/database.ts';
import { OpenBatchLog } from '../../server/base/log/batchLog.ts';
import { deviceClock } from '../../server/host/device/clock.ts';

/** A database whose engines append to a log: what a test reads or writes by itself waits for it, as all but engines do. */
export interface Logged extends Database {
  readonly log: BatchLog;
  /** What the engines work on: tables that may be behind. */
  readonly behind: Database;
  /** What the log has reported. */
  readonly reports: string[];
}

/** @param fence of a lease; 0 without one. */
export async function logged(
  db: Database,
  { fence = 0, onLost = () => undefined }: { readonly fence?: number; readonly onLost?: () => void } = {},
): Promise<Logged> {
  const reports: string[] = [];
  const log = await OpenBatchLog.open({
    ...{ db, fence, onLost, clock: deviceClock },
    log: (event, detail) => void reports.push(`${event} ${JSON.stringify(detail)}`),
  });
  return {
    ...db,
    log,
    behind: { ...db, log },
    reports,
    query: async (text, params) => {
      await log.applied();
      return db.query(text, params);
    },
    transaction: (work) =>
      log.outside(() =>
        db.transaction(async (tx) => {
          await log.beginOutside(tx);
          return work(tx);
        }),
      ),
    async close() {
      await log.applied().catch(() => undefined);
      await log.close();
      await db.close();
    },
  };
}

/** What engines work on: tables that may be behind a log. */
export const behindOf = (db: Database): Database => ('behind' in db ? (db as Logged).behind : db);

/** A log whose appending fails where the database does. */
export const brokenLog = (log: BatchLog, breaks: (text: string) => boolean): BatchLog =>
  new Proxy(log, {
    get(target, name) {
      if (name === 'append' && breaks('turn_append'))
        return () => Promise.reject(new Error('the database is gone'));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
