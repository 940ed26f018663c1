import type { BalancesAnswer } from '../../../domain/contract/index.ts';
import { DAY_MS } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import { privateStream } from '../../base/commands/command.ts';
import type { Database, Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import { endedAmong } from '../../books/users/sessions.ts';

/** Up to where a reader has read a log. */
export interface Cursor {
  readonly epoch: string;
  readonly seq: number;
}

/** The head of a user's log. */
export interface LogHead extends Cursor {
  /** Whether a reader at the given cursor can go on from there. */
  readonly recovered: boolean;
  /** The state at that very point, for who cannot. */
  readonly state: BalancesAnswer | undefined;
}

export interface OutboxRow {
  readonly seq: number;
  readonly type: string;
  readonly body: unknown;
  /** ms UTC. */
  readonly at: number;
}

/** Rows of one answer, at most. */
export const OUTBOX_ROWS = 1_000;

/** The source of private channels: the outbox rows in the database, which define each user's log. */
export interface Outbox {
  /** Which of these sessions have ended. */
  ended(sessions: readonly number[]): Promise<readonly number[]>;
  stand(userId: number, from: Cursor | undefined): Promise<LogHead>;
  /** Rows behind a number in their order, at most OUTBOX_ROWS. */
  after(stream: string, seq: number): Promise<readonly OutboxRow[]>;
  /** The heads of logs, for readers that may miss a notification; left out where none can be missed. */
  heads?(streams: readonly string[]): Promise<readonly Head[]>;
  /** Deletes rows past their retention; left out where another process does. */
  purge?(): Promise<void>;
}

export type Head = readonly [stream: string, epoch: string, seq: number];

/** How long, and by how many messages, a reader may be away and still receive each message. */
const KEPT_MS = DAY_MS;
const KEPT = 5_000;

export interface OutboxDeps {
  readonly db: Database;
  readonly clock: Pick<ServerClock, 'now'>;
  /** The state in a snapshot. */
  readonly stateOf: (db: Queries, userId: number) => Promise<BalancesAnswer>;
}

/** The outbox of this process's own database. */
export const databaseOutbox = ({ db, clock, stateOf }: OutboxDeps): Outbox => ({
  ended: (sessions) => endedAmong(db, sessions, clock.now()),
  async stand(userId, from) {
    // A snapshot has all that was acknowledged to its reader.
    await db.log?.applied([userId]);
    // The head's lock keeps writers out until its state is read.
    return db.transaction(async (tx) => {
      const stream = privateStream(userId);
      await tx.query('insert into stream_head (stream, seq) values ($1, 0) on conflict do nothing', [stream]);
      const { epoch, seq } = singleRow(
        await tx.query<Cursor>('select epoch::text, seq from stream_head where stream = $1 for share', [
          stream,
        ]),
      );
      const [oldest] = await tx.query<{ seq: number | null }>(
        'select min(seq) as seq from outbox where stream = $1',
        [stream],
      );
      const first = oldest?.seq ?? seq + 1;
      const recovered =
        from !== undefined && from.epoch === epoch && from.seq <= seq && from.seq >= first - 1;
      return { epoch, seq, recovered, state: recovered ? undefined : await stateOf(tx, userId) };
    });
  },
  after: (stream, seq) =>
    db.query<OutboxRow>(
      `select seq, type, body, at from outbox where stream = $1 and seq > $2 order by seq limit ${OUTBOX_ROWS}`,
      [stream, seq],
    ),
  purge: async () => {
    // Events of a stream stand in the order of time: what is not kept comes first, and the rest is not read. Without
    // the `offset` both tables would be joined whole.
    await db.query(
      `delete from outbox where ctid = any (array(
         select e.place from stream_head h cross join lateral (
           select o.ctid as place from outbox o where o.stream = h.stream and o.seq <= greatest(h.seq - ${KEPT}, coalesce(
             (select k.seq - 1 from outbox k where k.stream = h.stream and k.at >= $1 order by k.seq limit 1), h.seq))
           offset 0) e))`,
      [clock.now() - KEPT_MS],
    );
  },
});

/** The heads of logs in the database. */
export async function headsOf(db: Queries, streams: readonly string[]): Promise<Head[]> {
  const rows = await db.query<{ stream: string } & Cursor>(
    'select stream, epoch::text, seq from stream_head where stream = any($1::text[])',
    [[...streams]],
  );
  return rows.map(({ stream, epoch, seq }) => [stream, epoch, seq]);
}
