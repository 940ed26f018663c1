import type { ServerClock } from '../../../base/clock.ts';
import { IntervalJob } from '../../../base/intervalJob.ts';
import type { OrderNames } from '../../../matching/orderNames.ts';
import type { PrivateHub, PrivateSubscription } from '../../realtime/privateHub.ts';
import type { Instruments } from '../market/instruments.ts';
import { jsonOf } from '../protocol/params.ts';
import type { Sink } from './feeds.ts';
import type { StreamKind } from './names.ts';
import type { LogRow } from './reports.ts';
import { futuresReports, noteMargins, noteOrders, spotReports } from './reports.ts';

export interface UserFeedDeps {
  readonly hub: PrivateHub;
  readonly clock: Pick<ServerClock, 'now' | 'every'>;
  readonly instruments: Readonly<Record<StreamKind, Instruments>>;
  readonly names: Readonly<Record<StreamKind, OrderNames>>;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/**
 * A user's orders, trades and balances in the form of user streams, made once for all sockets of this user.
 */
class UserFeed {
  readonly sinks: Readonly<Record<StreamKind, Set<Sink>>> = { spot: new Set(), futures: new Set() };
  readonly #deps: UserFeedDeps;
  readonly #userId: number;
  /** Orders that were reported as new. */
  readonly #seen: Readonly<Record<StreamKind, Set<number>>> = { spot: new Set(), futures: new Set() };
  /** Of isolated positions, by market. */
  readonly #margins = new Map<string, string>();
  #rows: LogRow[] = [];
  #work: Promise<void> = Promise.resolve();
  #subscription: PrivateSubscription | undefined;
  #isClosed = false;
  #started: Promise<void> | undefined;

  constructor(deps: UserFeedDeps, userId: number) {
    this.#deps = deps;
    this.#userId = userId;
  }

  /** Begins once for all that read it; each of them learns whether it has. */
  start(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async #start(): Promise<void> {
    const subscription = await this.#deps.hub.subscribe(
      {
        user: { userId: this.#userId, sessionId: 0 },
        take: (text) => this.#take(text),
        end: () => undefined,
      },
      undefined,
    );
    if (this.#isClosed) subscription.leave();
    else this.#subscription = subscription;
  }

  close(): void {
    this.#isClosed = true;
    this.#subscription?.leave();
  }

  #take(text: string): void {
    const frame = jsonOf(text) as {
      t: string;
      d: LogRow & {
        orders?: { id: number }[];
        futures?: { orders: { id: number }[]; positions?: { market: string; margin: string }[] };
      };
    };
    if (frame.t === 'snap') {
      for (const { id } of frame.d.orders ?? []) this.#seen.spot.add(id);
      for (const { id } of frame.d.futures?.orders ?? []) this.#seen.futures.add(id);
      this.#margins.clear();
      for (const { market, margin } of frame.d.futures?.positions ?? []) this.#margins.set(market, margin);
      return;
    }
    // Rows of one transaction come in one go: an order with its trades.
    if (this.#rows.push(frame.d) > 1) return;
    queueMicrotask(() => {
      const rows = this.#rows;
      this.#rows = [];
      this.#work = this.#work
        .then(() => this.#publish(rows))
        .catch((error: unknown) => {
          this.#deps.log('user stream', { error: String(error) });
        });
    });
  }

  async #publish(rows: readonly LogRow[]): Promise<void> {
    const { instruments, names, clock } = this.#deps;
    const of = (kind: StreamKind) => ({
      ...{ rows, seen: this.#seen[kind], margins: this.#margins },
      ...{ instruments: instruments[kind], at: clock.now() },
      namesOf: (ids: readonly number[]) => names[kind].namesOf(this.#userId, ids),
    });
    const send = (kind: StreamKind, messages: readonly unknown[]): void => {
      for (const message of messages) for (const sink of this.sinks[kind]) sink(JSON.stringify(message));
    };
    if (this.sinks.spot.size > 0) send('spot', await spotReports(of('spot')));
    else noteOrders(rows, 'order', this.#seen.spot);
    if (this.sinks.futures.size > 0) send('futures', await futuresReports(of('futures')));
    else {
      noteOrders(rows, 'futuresOrder', this.#seen.futures);
      noteMargins(rows, this.#margins);
    }
  }
}

/** Interval at which permission to read a stream is checked, ms. */
const PERMIT_MS = 2_000;

/** By what a user stream is read. */
export interface StreamPermit {
  /** Whether it still is one: keys end, listen keys grow old, users are frozen. */
  readonly holds: () => Promise<boolean>;
  /** Called when the permission has ended; nothing of the stream is sent after that. */
  readonly ended: () => void;
}

/** User streams of everybody who has one. */
export class UserFeeds {
  readonly #deps: UserFeedDeps;
  readonly #feeds = new Map<number, UserFeed>();
  /** By what undoes the reading. */
  readonly #permits = new Map<() => void, StreamPermit>();
  readonly #looks: IntervalJob;

  constructor(deps: UserFeedDeps) {
    this.#deps = deps;
    this.#looks = new IntervalJob(deps.clock, PERMIT_MS, () =>
      this.#check().catch((error: unknown) => deps.log('user stream', { error: String(error) })),
    );
    this.#looks.start();
  }

  /** Reads a user's stream until undone. @throws {RuleError} `tooManyRequests` when they have too many sockets. */
  async open(userId: number, kind: StreamKind, sink: Sink, permit: StreamPermit): Promise<() => void> {
    const feed = this.#feeds.get(userId) ?? new UserFeed(this.#deps, userId);
    this.#feeds.set(userId, feed);
    feed.sinks[kind].add(sink);
    const leave = (): void => {
      this.#permits.delete(leave);
      feed.sinks[kind].delete(sink);
      if (feed.sinks.spot.size + feed.sinks.futures.size > 0 || this.#feeds.get(userId) !== feed) return;
      this.#feeds.delete(userId);
      feed.close();
    };
    this.#permits.set(leave, permit);
    await feed.start().catch((error: unknown) => {
      // One that never began would stay silent for all who come next.
      if (this.#feeds.get(userId) === feed) this.#feeds.delete(userId);
      leave();
      throw error;
    });
    return leave;
  }

  close(): void {
    void this.#looks.close();
    for (const feed of this.#feeds.values()) feed.close();
    this.#feeds.clear();
    this.#permits.clear();
  }

  async #check(): Promise<void> {
    await Promise.all(
      [...this.#permits].map(async ([leave, { holds, ended }]) => {
        if ((await holds()) || !this.#permits.has(leave)) return;
        leave();
        ended();
      }),
    );
  }
}
