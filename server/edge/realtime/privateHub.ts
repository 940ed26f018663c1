import { PRIVATE_CHANNEL, streamLimits } from '../../../domain/contract/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import { privateStream } from '../../base/commands/command.ts';
import { IntervalJob } from '../../base/intervalJob.ts';
import type { Meter } from '../../base/meter.ts';
import type { Places } from '../../base/places.ts';
import { OwnPlaces } from '../../base/places.ts';
import type { SessionUser } from '../../books/users/sessions.ts';
import type { Cursor, Outbox } from './outbox.ts';
import { OUTBOX_ROWS } from './outbox.ts';

/** A reader of a private channel. */
export interface PrivateReader {
  readonly user: SessionUser;
  /** The text of a frame; every one of them, in order. */
  take(text: string): void;
  /** The session has ended: the socket has no user any more. */
  end(): void;
}

export interface PrivateSubscription {
  /** Whether it went on where the reader had left it, without a snapshot. */
  readonly recovered: boolean;
  /** The reader's position. */
  head(): readonly [epoch: string, seq: number];
  leave(): void;
}

export interface PrivateHubDeps {
  readonly outbox: Outbox;
  readonly clock: ServerClock;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
  readonly meter?: Meter;
  /** Readers of each user's channel over all processes; those of this process when left out. */
  readonly places?: Places;
}

interface Reading {
  readonly reader: PrivateReader;
  epoch: string;
  seq: number;
}

const CHECK_MS = 500;
const PURGE_MS = 600_000;

/** Private channels: each user's outbox, read by the user's authenticated sockets. */
export class PrivateHub {
  readonly #deps: PrivateHubDeps;
  readonly #readings = new Map<string, Set<Reading>>();
  /** One read of a stream at a time, and one more when something came meanwhile. */
  readonly #pumps = new Map<string, { again: boolean }>();
  /** Streams that have rows which their readers lack: their last read failed, or the notification was lost. */
  readonly #behind = new Set<string>();
  /** Streams whose log is another one: their readers receive a snapshot by the next read. */
  readonly #replaced = new Set<string>();
  readonly #places: Places;
  readonly #catchingUp: IntervalJob;
  readonly #stops: (() => void)[];

  constructor(deps: PrivateHubDeps) {
    this.#deps = deps;
    this.#places = deps.places ?? new OwnPlaces();
    this.#catchingUp = new IntervalJob(deps.clock, CHECK_MS, () => this.#catchUp());
    // One round at a time: a database that answers slowly gets no more of them on top. Heads wait for no other round:
    // by their request the engine knows that a gateway's readers are there, and cancels no orders of theirs.
    const rounds = [
      new IntervalJob(deps.clock, CHECK_MS, () => this.#endSessions()),
      new IntervalJob(deps.clock, CHECK_MS, () => this.#checkHeads()),
      this.#catchingUp,
      new IntervalJob(deps.clock, PURGE_MS, () => this.#purge()),
    ];
    for (const round of rounds) round.start();
    this.#stops = rounds.map((round) => () => void round.close());
  }

  /** A stream has new rows. */
  readonly published = (stream: string): void => {
    if (this.#readings.has(stream)) void this.#pump(stream);
  };

  /**
   * Subscribes to a user's channel: from a cursor, if the log still has all rows after it, else from a
   * snapshot.
   * @throws {RuleError} `tooManyRequests` when the user has too many sockets, `channelUnknown` when the
   * session has ended.
   */
  async subscribe(reader: PrivateReader, from: Cursor | undefined): Promise<PrivateSubscription> {
    const { userId, sessionId } = reader.user;
    const stream = privateStream(userId);
    // A proof that was given before the logout ends with its session.
    const { outbox } = this.#deps;
    if ((await outbox.ended([sessionId])).length > 0) {
      reader.end();
      throw new RuleError('channelUnknown');
    }
    const place = `reads ${stream}`;
    if (!(await this.#places.take(place, streamLimits.socketsPerUser)))
      throw new RuleError('tooManyRequests');
    const { epoch, seq, state, recovered } = await outbox.stand(userId, from).catch((error: unknown) => {
      this.#places.leave(place);
      throw error;
    });
    const reading: Reading = { reader, epoch, seq: recovered && from ? from.seq : seq };
    if (state) reader.take(frame('snap', reading, this.#deps.clock.now(), state));
    const readings = this.#readings.get(stream) ?? new Set();
    this.#readings.set(stream, readings.add(reading));
    await this.#pump(stream);
    return {
      recovered,
      head: () => [reading.epoch, reading.seq],
      leave: () => {
        if (!readings.delete(reading)) return;
        this.#places.leave(place);
        if (readings.size === 0 && this.#readings.get(stream) === readings) this.#readings.delete(stream);
      },
    };
  }

  /** Whether a user's channel has a reader now. */
  isHere(userId: number): boolean {
    return (this.#readings.get(privateStream(userId))?.size ?? 0) > 0;
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#readings.clear();
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
        await this.#publishNew(stream);
      } while (own.again);
    } catch (error) {
      this.#behind.add(stream);
      this.#deps.log('private channel', { error: String(error) });
    } finally {
      this.#pumps.delete(stream);
    }
  }

  async #publishNew(stream: string): Promise<void> {
    const readings = this.#readings.get(stream);
    const isReplaced = this.#replaced.delete(stream);
    if (!readings || readings.size === 0) return;
    if (isReplaced)
      await this.#renew(readings).catch((error: unknown) => {
        // Read without it, rows of the new log would be taken as those of the one before.
        this.#replaced.add(stream);
        throw error;
      });
    const least = Math.min(...[...readings].map(({ seq }) => seq));
    const { outbox } = this.#deps;
    const rows = await outbox.after(stream, least);
    for (const { seq, type, body, at } of rows) {
      for (const reading of readings) {
        if (reading.seq >= seq) continue;
        // Rows in between are deleted: only a snapshot can replace them.
        if (seq > reading.seq + 1) return this.#renew(readings);
        reading.seq = seq;
        this.#lag(at);
        reading.reader.take(frame('delta', reading, at, { type, body }));
      }
    }
    const pump = this.#pumps.get(stream);
    if (rows.length === OUTBOX_ROWS && pump) pump.again = true;
  }

  /** The log has a gap, or is another one: its readers receive a snapshot. */
  async #renew(readings: ReadonlySet<Reading>): Promise<void> {
    for (const reading of readings) {
      const { epoch, seq, state } = await this.#deps.outbox.stand(reading.reader.user.userId, undefined);
      Object.assign(reading, { epoch, seq });
      reading.reader.take(frame('snap', reading, this.#deps.clock.now(), state));
    }
  }

  #lag(at: number): void {
    const { meter, clock } = this.#deps;
    meter?.observe('tidemark_private_lag_seconds', {}, Math.max(0, clock.now() - at) / 1_000);
  }

  /** Sockets outlive calls: those whose session has ended are closed, whatever has ended it. */
  async #endSessions(): Promise<void> {
    const readings = [...this.#readings.values()].flatMap((set) => [...set]);
    if (readings.length === 0) return;
    const { outbox, log } = this.#deps;
    try {
      const ids = readings.map(({ reader }) => reader.user.sessionId);
      const ended = new Set(await outbox.ended(ids));
      for (const { reader } of readings) if (ended.has(reader.user.sessionId)) reader.end();
    } catch (error) {
      log('private channels', { error: String(error) });
    }
  }

  /** A lost notification is detected by the log's head. */
  async #checkHeads(): Promise<void> {
    const { outbox, log } = this.#deps;
    try {
      for (const [stream, epoch, seq] of (await outbox.heads?.([...this.#readings.keys()])) ?? [])
        this.#compare(stream, epoch, seq);
    } catch (error) {
      log('private channels', { error: String(error) });
    }
    if (this.#behind.size > 0) void this.#catchingUp.check();
  }

  /**
   * Snapshots are left to the one read of the stream: rows that a read brings from the log of before would be taken as
   * those of the new one.
   */
  #compare(stream: string, epoch: string, seq: number): void {
    const readings = this.#readings.get(stream) ?? new Set();
    const isOther = [...readings].some((reading) => reading.epoch !== epoch);
    if (isOther) this.#replaced.add(stream);
    if (isOther || [...readings].some((reading) => reading.seq < seq)) this.#behind.add(stream);
  }

  async #catchUp(): Promise<void> {
    const behind = [...this.#behind];
    this.#behind.clear();
    for (const stream of behind) await this.#pump(stream);
  }

  async #purge(): Promise<void> {
    try {
      await this.#deps.outbox.purge?.();
    } catch (error) {
      this.#deps.log('outbox', { error: String(error) });
    }
  }
}

function frame(t: 'snap' | 'delta', { epoch, seq }: Reading, ts: number, d: unknown): string {
  return JSON.stringify({ t, ch: PRIVATE_CHANNEL, e: epoch, s: seq, ts, d });
}
