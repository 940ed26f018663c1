import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import type { BatchLog, Database } from '../../base/db/database.ts';
import { lastProof } from '../../books/ledger/proof.ts';
import type { MarketSource } from '../../market/source.ts';
import type { SocketFigures } from '../net/sockets.ts';

export interface GaugeDeps {
  readonly db: Database;
  readonly source: MarketSource;
  readonly sockets: () => SocketFigures;
}

type Figures = readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

/** Queues of the database: each must drain by itself, or waits for an operator. */
const QUEUES = `
  select 'messages' as queue, count(*)::int as waiting,
    coalesce(min(created_at), 0) as since from message where state = 'queued'
  union all select 'pushes', count(*)::int, coalesce(min(created_at), 0) from push_message
  union all select 'withdrawals', count(*)::int, coalesce(min(created_at), 0) from withdrawal
    where state in ('requested', 'approved')
  union all select 'identity', count(*)::int, coalesce(min(created_at), 0) from identity_application
    where state = 'pending'
  union all select 'tickets', count(*)::int, coalesce(min(created_at), 0) from support_ticket
    where state = 'waiting'`;
/** Counting is a question to the database: no reader makes it do so more often. */
const KEPT_MS = 5_000;

/** Figures that are computed when they are scraped. */
export function addGauges(registry: Registry, { db, source, sockets }: GaugeDeps, now: () => number): void {
  const add: Add = (name, help, labelNames, read) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        const figures = await read();
        gauge.reset();
        for (const [labels, value] of figures) gauge.set(labels, value);
      },
    });
  };
  const one = (name: string, help: string, read: () => number) =>
    add(name, help, [], async () => [[{}, read()]]);
  const queues = cachedFor(now, () => db.query<Queue>(QUEUES));

  one('tidemark_sockets', 'Open sockets', () => sockets().open);
  one(
    'tidemark_socket_messages',
    'Messages that sockets were given since the start',
    () => sockets().messages,
  );
  one('tidemark_socket_bytes', 'Bytes of those messages', () => sockets().bytes);
  one('tidemark_writer', '1 while this exchange may write to its database', () => (db.isReady() ? 1 : 0));
  add(
    'tidemark_lease_age_seconds',
    'Time since the lease on a PostgreSQL server was renewed',
    [],
    async () => {
      const age = db.leaseAgeMs?.();
      return age === undefined ? [] : [[{}, age / 1_000]];
    },
  );
  addLog(add, db);
  add('tidemark_queue_waiting', 'What waits in a queue of the database', ['queue'], async () =>
    (await queues()).map(({ queue, waiting }) => [{ queue }, waiting]),
  );
  add('tidemark_queue_oldest_seconds', 'Age of the oldest that waits there', ['queue'], async () =>
    (await queues()).map(({ queue, waiting, since }) => [
      { queue },
      waiting > 0 ? Math.max(0, now() - since) / 1_000 : 0,
    ]),
  );
  const proof = cachedFor(now, () => lastProof(db));
  add('tidemark_book_differences', 'Places where the books differ, by the last proof', [], async () => {
    const last = await proof();
    return last ? [[{}, last.differences]] : [];
  });
  add('tidemark_book_proof_age_seconds', 'Time since what has changed was proved', [], async () => {
    const last = await proof();
    return last ? [[{}, Math.max(0, now() - last.at) / 1_000]] : [];
  });
  add('tidemark_venue_age_seconds', 'Silence of a live venue', ['venue'], async () =>
    venuesOf(source).map(({ venue, silentMs }) => [{ venue }, silentMs / 1_000]),
  );
  add(
    'tidemark_venue_dropped',
    'Messages and rows of a venue that were left out since the start',
    ['venue'],
    async () => venuesOf(source).map(({ venue, dropped }) => [{ venue }, dropped]),
  );
  add('tidemark_database_connections', 'Connections to a PostgreSQL server', ['state'], async () =>
    Object.entries(db.connections?.() ?? {}).map(([state, count]) => [{ state }, count]),
  );
}

type Add = (name: string, help: string, labelNames: readonly string[], read: () => Promise<Figures>) => void;

/** How far the tables are behind a log, where there is one. */
function addLog(add: Add, { log }: Pick<Database, 'log'>): void {
  const figure = (name: string, help: string, value: (behind: ReturnType<BatchLog['behind']>) => number) =>
    add(name, help, [], async () => (log ? [[{}, value(log.behind())]] : []));
  figure(
    'tidemark_log_behind_documents',
    'Batches in the log that the tables do not have yet',
    ({ documents }) => documents,
  );
  figure('tidemark_log_behind_seconds', 'Age of the oldest of them', ({ ms }) => ms / 1_000);
}

interface Queue {
  readonly queue: string;
  readonly waiting: number;
  readonly since: number;
}

const venuesOf = (source: MarketSource) => source.live?.reports() ?? [];

/** Caches the newest answer; a stale one is requested again. */
function cachedFor<T>(now: () => number, ask: () => Promise<T>): () => Promise<T> {
  let kept: { readonly at: number; readonly answer: Promise<T> } | undefined;
  return () => {
    // Either way, as a clock may be set back.
    if (!kept || Math.abs(now() - kept.at) >= KEPT_MS) {
      const answer = ask();
      kept = { at: now(), answer };
      answer.catch(() => {
        kept = undefined;
      });
    }
    return kept.answer;
  };
}
