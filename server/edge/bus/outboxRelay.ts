import * as v from 'valibot';
import type { Bus } from '../../base/bus.ts';
import type { ServerClock } from '../../base/clock.ts';
import { privateStream } from '../../base/commands/command.ts';
import type { Database } from '../../base/db/database.ts';
import type { SessionUser, Tickets } from '../../books/users/sessions.ts';
import type { Cursor, Head, LogHead, Outbox, OutboxRow } from '../realtime/outbox.ts';
import { headsOf } from '../realtime/outbox.ts';
import type { Answering } from './answerer.ts';
import type { EngineWord } from './engineWord.ts';
import { parsedJson } from './engineWord.ts';
import { bytesOf, textOf } from './frames.ts';
import type { Requester } from './requester.ts';
import type { Subjects } from './subjects.ts';

const Ids = v.array(v.number());
const From = v.object({
  userId: v.number(),
  from: v.optional(v.object({ epoch: v.string(), seq: v.number() })),
});
const After = v.object({ stream: v.string(), seq: v.number() });
const Streams = v.array(v.string());
const Ticket = v.object({ ticket: v.string() });

/** Silence of a gateway, ms, after which it counts as gone, and its readers with it. */
const GONE_MS = 6_000;
const DEADLINE_MS = 5_000;

const jsonAnswer = (value: unknown): { body: Uint8Array } => ({ body: bytesOf(JSON.stringify(value)) });

interface OutboxRelayDeps {
  readonly bus: Bus;
  readonly outbox: Outbox;
  readonly db: Database;
  readonly tickets: Pick<Tickets, 'redeem'>;
  readonly clock: Pick<ServerClock, 'now'>;
  readonly subjects: Subjects;
}

/**
 * The engine's side of private channels: gateways request rows of the outbox and are notified of new ones.
 */
export class OutboxRelay {
  readonly #deps: OutboxRelayDeps;
  /** Private logs that are read, by gateway. */
  readonly #present = new Map<string, { readonly streams: ReadonlySet<string>; readonly at: number }>();
  #rung = new Set<string>();

  constructor(deps: OutboxRelayDeps) {
    this.#deps = deps;
  }

  /** Answers by kind of question. */
  get kinds(): Readonly<Record<string, Answering>> {
    const { outbox, db, tickets, clock } = this.#deps;
    return {
      ended: async ({ body }) => jsonAnswer(await outbox.ended(v.parse(Ids, parsedJson(textOf(body))))),
      stand: async ({ data }) => {
        const { userId, from } = v.parse(From, data);
        return jsonAnswer(await outbox.stand(userId, from));
      },
      after: async ({ data }) => {
        const { stream, seq } = v.parse(After, data);
        return jsonAnswer(await outbox.after(stream, seq));
      },
      heads: async ({ gateway, body }) => {
        const streams = v.parse(Streams, parsedJson(textOf(body)));
        this.#forgetGone();
        this.#present.set(gateway, { streams: new Set(streams), at: clock.now() });
        return jsonAnswer(streams.length === 0 ? [] : await headsOf(db, streams));
      },
      ticket: async ({ data }) => ({ data: tickets.redeem(v.parse(Ticket, data).ticket) ?? null }),
    };
  }

  /** A private log has new rows. Notifications of one turn of the event loop share a message. */
  readonly published = (stream: string): void => {
    this.#rung.add(stream);
    if (this.#rung.size > 1) return;
    queueMicrotask(() => {
      const { bus, subjects } = this.#deps;
      bus.publish(subjects.bell, bytesOf(JSON.stringify([...this.#rung])));
      this.#rung = new Set();
    });
  };

  /** Whether a user's channel has a reader at some gateway. */
  isHere(userId: number): boolean {
    this.#forgetGone();
    const stream = privateStream(userId);
    for (const { streams } of this.#present.values()) if (streams.has(stream)) return true;
    return false;
  }

  /** A gateway that starts again has another name. What it said in the future was said before a clock was set back. */
  #forgetGone(): void {
    const now = this.#deps.clock.now();
    for (const [gateway, { at }] of this.#present)
      if (Math.abs(now - at) >= GONE_MS) this.#present.delete(gateway);
  }
}

interface BusOutboxDeps {
  readonly bus: Bus;
  readonly requester: Requester;
  readonly engine: Pick<EngineWord, 'isHere'>;
  readonly subjects: Subjects;
}

/** The engine's outbox, as a gateway reads it. */
export function busOutbox({ requester, engine }: Pick<BusOutboxDeps, 'requester' | 'engine'>): Outbox {
  const ask = async (kind: string, data: unknown, list?: unknown): Promise<unknown> => {
    const body = list === undefined ? new Uint8Array() : bytesOf(JSON.stringify(list));
    const answer = await requester.ask({ kind, data, body, deadline: DEADLINE_MS });
    return parsedJson(textOf(answer.body));
  };
  return {
    // While the engine is away this is unknown; sessions are checked again when it is back.
    ended: async (sessions) => (engine.isHere ? ((await ask('ended', null, sessions)) as number[]) : []),
    stand: async (userId, from: Cursor | undefined) => (await ask('stand', { userId, from })) as LogHead,
    after: async (stream, seq) => (await ask('after', { stream, seq })) as OutboxRow[],
    heads: async (streams) => (engine.isHere ? ((await ask('heads', null, streams)) as Head[]) : []),
  };
}

/** Proofs of sockets, redeemed where they were issued. */
export const busTickets = (requester: Requester) => ({
  redeem: async (ticket: string): Promise<SessionUser | undefined> => {
    const { data } = await requester.ask({ kind: 'ticket', data: { ticket }, deadline: DEADLINE_MS });
    return (data as SessionUser | null) ?? undefined;
  },
});

/** Subscribes to notifications of new rows. @returns undo. */
export const onBell = (bus: Bus, { bell }: Subjects, ring: (stream: string) => void): (() => void) =>
  bus.subscribe(bell, (bytes) => {
    const streams = parsedJson(textOf(bytes));
    for (const stream of Array.isArray(streams) ? streams : []) ring(String(stream));
  });
