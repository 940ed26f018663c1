import type { BookRow, Entry, Topology, UserRow } from './shapes.ts';
import { marketOf, marketsOf } from './shapes.ts';

/**
 * One order of all commands that explains both logs: each book's rows in their order, and each row of a book behind
 * those that the users' shards had applied when they decided what it takes. The commands of a row follow each other as
 * the book has matched them.
 * @throws {Error} when there is no such order, so that a decision was made on what came after it.
 */
export function linearOrder(
  { userRows, bookRows }: { readonly userRows: readonly UserRow[]; readonly bookRows: readonly BookRow[] },
  topology: Topology,
): Entry[] {
  const rowsOf = new Map(userRows.map((row) => [`${row.shard}.${row.seq}`, row.body]));
  const logs = Array.from({ length: topology.bookProcesses }, (_, book) => ({
    rows: bookRows.filter(({ shard }) => shard === book),
    markets: new Set(marketsOf(book, topology).map(({ id }) => id)),
    done: 0,
  }));
  const order: Entry[] = [];
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (const log of logs)
      for (let row = log.rows[log.done]; row; row = log.rows[log.done]) {
        const taken = row.body.takes.map(([shard, seq]) => rowsOf.get(`${shard}.${seq}`));
        if (taken.some((body) => !body))
          throw new Error(`book ${row.shard}.${row.seq} takes a row that is not there`);
        const isDue = taken.every((body) =>
          body?.applied.every((seq, book) => seq <= (logs[book]?.done ?? 0)),
        );
        if (!isDue) break;
        for (const body of taken)
          order.push(...(body?.entries ?? []).filter((entry) => log.markets.has(marketOf(entry))));
        log.done += 1;
        isMoving = true;
      }
  }
  if (logs.some(({ rows, done }) => done < rows.length)) throw new Error('the logs contradict each other');
  return order;
}
