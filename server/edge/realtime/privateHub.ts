import type { BalancesAnswer } from '../../../domain/contract/index.ts';
import { PRIVATE_CHANNEL, streamLimits } from '../../../domain/contract/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import { privateStream } from '../../base/commands/command.ts';
import type { Database, Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import type { Meter } from '../../base/meter.ts';
import type { SessionUser } from '../../books/people/sessions.ts';
import { endedAmong } from '../../books/people/sessions.ts';

/** Who reads a private channel. */
export interface PrivateReader {
  readonly user: SessionUser;
  /** The text of a frame; every one of them, in order. */
  take(text: string): void;
  /** The session has ended: this socket is nobody's any more. */
  end(): void;
}

export interface Cursor {
  readonly epoch: string;
  readonly seq: number;
}

export interface PrivateSubscription {
  /** Whether it went on where the reader had left it, without a snapshot. */
  readonly recovered: boolean;
  /** Where the reader stands now. */
  head(): readonly [epoch: string, seq: number];
  leave(): void;
}

export interface PrivateHubDeps {
  readonly db: Database;
  readonly clock: ServerClock;
  /** The state that a snapshot tells. */
  readonly stateOf: (db: Queries, userId: number) => Promise<BalancesAnswer>;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
  readonly meter?: Meter;
}

interface Row {
  readonly seq: number;
  readonly type: string;
  readonly body: unknown;
  readonly at: number;
}

interface Reading {
  readonly reader: PrivateReader;
  readonly epoch: string;
  seq: number;
}

const LOOK_MS = 500;
const PURGE_MS = 600_000;
/** How long, and how many messages, a reader may be away and still be told each one. */
const KEPT_MS = 24 * 3_600_000;
const KEPT = 5_000;

/** Private channels: the outbox of each person, read by the sockets that have proven to be theirs. */
export class PrivateHub {
  readonly #deps: PrivateHubDeps;
  readonly #readings = new Map<string, Set<Reading>>();
  /** One read of a stream at a time, and one more when something came meanwhile. */
  readonly #pumps = new Map<string, { again: boolean }>();
  readonly #stops: (() => void)[];

  constructor(deps: PrivateHubDeps) {
    this.#deps = deps;
    this.#stops = [
      deps.clock.every(LOOK_MS, () => void this.#endClosed()),
      deps.clock.every(PURGE_MS, () => void this.#purge()),
    ];
  }

  /** A stream has new rows. */
  readonly published = (stream: string): void => {
    if (this.#readings.has(stream)) void this.#pump(stream);
  };

  /**
   * Reads a person's channel, on from a cursor where the log still has what came after it, else from a snapshot.
   * @throws {RuleError} `tooManyRequests` when the person has too many sockets, `channelUnknown` when the session has ended.
   */
  async subscribe(reader: PrivateReader, from: Cursor | undefined): Promise<PrivateSubscription> {
    const { userId, sessionId } = reader.user;
    const stream = privateStream(userId);
    // A proof that was given before the logout ends with its session.
    const { db, clock } = this.#deps;
    if ((await endedAmong(db, [sessionId], clock.now())).length > 0) {
      reader.end();
      throw new RuleError('channelUnknown');
    }
    if ((this.#readings.get(stream)?.size ?? 0) >= streamLimits.socketsPerUser)
      throw new RuleError('tooManyRequests');
    const { epoch, seq, state, recovered } = await this.#stand(stream, userId, from);
    const reading: Reading = { reader, epoch, seq: recovered && from ? from.seq : seq };
    if (state) reader.take(frame('snap', reading, this.#deps.clock.now(), state));
    const readings = this.#readings.get(stream) ?? new Set();
    this.#readings.set(stream, readings.add(reading));
    await this.#pump(stream);
    return {
      recovered,
      head: () => [reading.epoch, reading.seq],
      leave: () => {
        readings.delete(reading);
        if (readings.size === 0 && this.#readings.get(stream) === readings) this.#readings.delete(stream);
      },
    };
  }

  /** Whether a person's channel is read on some socket now. */
  isHere(userId: number): boolean {
    return (this.#readings.get(privateStream(userId))?.size ?? 0) > 0;
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#readings.clear();
  }

  /** Where a log stands, and the state at that very point: the head's lock keeps writers out meanwhile. */
  async #stand(stream: string, userId: number, from: Cursor | undefined) {
    const { db, stateOf } = this.#deps;
    return db.transaction(async (tx) => {
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
  }

  async #pump(stream: string): Promise<void> {
    const running = this.#pumps.get(stream);
    if (running) {
      running.again = true;
      return;
    }
    const own = { again: false };
    this.#pumps.set(stream, own);
    try {
      do {
        own.again = false;
        await this.#tellNew(stream);
      } while (own.again);
    } catch (error) {
      // The readers are told by the next row, or by their own look at the head.
      this.#deps.log('private channel', { error: String(error) });
    } finally {
      this.#pumps.delete(stream);
    }
  }

  async #tellNew(stream: string): Promise<void> {
    const readings = this.#readings.get(stream);
    if (!readings || readings.size === 0) return;
    const least = Math.min(...[...readings].map(({ seq }) => seq));
    const rows = await this.#deps.db.query<Row>(
      'select seq, type, body, at from outbox where stream = $1 and seq > $2 order by seq limit 1000',
      [stream, least],
    );
    for (const { seq, type, body, at } of rows) {
      for (const reading of readings) {
        if (reading.seq >= seq) continue;
        reading.seq = seq;
        this.#lag(at);
        reading.reader.take(frame('delta', reading, at, { type, body }));
      }
    }
    const pump = this.#pumps.get(stream);
    if (rows.length === 1000 && pump) pump.again = true;
  }

  #lag(at: number): void {
    const { meter, clock } = this.#deps;
    meter?.observe('tidemark_private_lag_seconds', {}, Math.max(0, clock.now() - at) / 1_000);
  }

  /** Sockets outlive calls: those whose session has ended are told so, whoever ended it. */
  async #endClosed(): Promise<void> {
    const readings = [...this.#readings.values()].flatMap((set) => [...set]);
    if (readings.length === 0) return;
    const { db, clock, log } = this.#deps;
    try {
      const ids = readings.map(({ reader }) => reader.user.sessionId);
      const ended = new Set(await endedAmong(db, ids, clock.now()));
      for (const { reader } of readings) if (ended.has(reader.user.sessionId)) reader.end();
    } catch (error) {
      log('sessions', { error: String(error) });
    }
  }

  async #purge(): Promise<void> {
    const { db, clock, log } = this.#deps;
    try {
      await db.query(
        `delete from outbox o using stream_head h
         where h.stream = o.stream and (o.at < $1 or o.seq <= h.seq - ${KEPT})`,
        [clock.now() - KEPT_MS],
      );
    } catch (error) {
      log('outbox', { error: String(error) });
    }
  }
}

function frame(t: 'snap' | 'delta', { epoch, seq }: Reading, ts: number, d: unknown): string {
  return JSON.stringify({ t, ch: PRIVATE_CHANNEL, e: epoch, s: seq, ts, d });
}
