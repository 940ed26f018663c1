import type { Database, Queries } from '../../server/base/db/database.ts';

/** Does something on each connection of a database that is open and in use by nobody else. */
export async function onEachConnection(db: Database, work: (tx: Queries) => Promise<unknown>): Promise<void> {
  const { total = 1 } = db.connections?.() ?? {};
  let waiting = total;
  let open = (): void => undefined;
  const allOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  // One transaction has one connection: that each has another takes all of them at once.
  const one = () =>
    db.transaction(async (tx) => {
      waiting -= 1;
      if (waiting <= 0) open();
      await allOpen;
      await work(tx);
    });
  await Promise.all(Array.from({ length: Math.max(total, 1) }, one));
}
