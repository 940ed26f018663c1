import type { Clock } from '../types.ts';
import type { Budget } from './budget.ts';
import { createBudget } from './budget.ts';
import type { StreamIncoming, StreamPlan, StreamSubscription } from './streams.ts';

/** How far a stream has come on the present socket. */
interface Progress {
  hasBegun: boolean;
  /** When it was subscribed to or last received, monotonic ms. */
  receivedAt: number;
}
interface Command {
  readonly op: 'subscribe' | 'unsubscribe';
  readonly streams: readonly string[];
}
/** Commands that have no answer yet, by their ids. */
type Unanswered = Map<number, Command & { readonly at: number }>;

export interface SubscriptionsDeps {
  readonly clock: Clock;
  readonly plan: StreamPlan;
  /** Says it on the socket that is listened to. */
  readonly say: (text: string) => void;
  readonly resynced: () => void;
}

/** A command that is not answered after this time: the socket is not believed. */
const ANSWER_MS = 10_000;
/** A quiet stream is subscribed to again after its time, then after double that, up to so many doublings. */
const MOST_DOUBLINGS = 5;

/** The subscriptions on one line of a venue, kept equal to what is wanted, within the pace that it allows. */
export class Subscriptions {
  readonly #deps: SubscriptionsDeps;
  readonly #wanted = new Map<string, StreamSubscription>();
  /** Subscribed on the present socket; undefined while there is none. */
  #published: Map<string, Progress> | undefined;
  /** Subscribed on the socket that opened last, and what of it has not been answered. */
  #greeted = new Map<string, Progress>();
  #awaited = new Set<string>();
  readonly #again = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #renewals = new Map<string, number>();
  /** Of the present socket, and of the one that opened last: no answer of the one is waited for on the other. */
  #unanswered: Unanswered = new Map();
  #greetings: Unanswered = new Map();
  #budgets: readonly Budget[] = [];
  #id = 0;
  #stopPump: (() => void) | undefined;

  constructor(deps: SubscriptionsDeps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#wanted.size;
  }

  streams(): readonly string[] {
    return [...this.#wanted.keys()];
  }

  want(subscription: StreamSubscription): void {
    this.#wanted.set(subscription.stream, subscription);
    this.#refused.delete(subscription.stream);
    this.#changed();
  }

  unwant(stream: string): void {
    this.#wanted.delete(stream);
    this.#renewals.delete(stream);
    // Who wants it again before the venue knows it needs its beginning, which the reader before has taken with it.
    const progress = this.#published?.get(stream);
    if (progress) {
      progress.hasBegun = false;
      this.#again.add(stream);
    }
    this.#changed();
  }

  /** A stream is needed from its beginning on. */
  renew(stream: string): void {
    const progress = this.#published?.get(stream);
    if (!progress) return;
    progress.hasBegun = false;
    this.#again.add(stream);
    this.#deps.resynced();
    this.#changed();
  }

  /** What to say first on an empty socket; what is beyond its pace follows when it is listened to. */
  greeting(): readonly string[] {
    const { clock, plan } = this.#deps;
    this.#budgets = plan.commands.map((limit) => createBudget(clock, limit));
    this.#greeted = new Map();
    this.#refused.clear();
    this.#greetings = new Map();
    const commands: string[] = [];
    const streams = this.streams();
    for (let i = 0; i < streams.length && this.#spend() === 0; i += plan.batch)
      commands.push(this.#subscribe(this.#greeted, streams.slice(i, i + plan.batch), this.#greetings));
    this.#awaited = new Set(this.#greeted.keys());
    return commands;
  }

  /** Whether, with this message, a socket that is not read yet sends all that is subscribed on it. */
  isGreeted(incoming: StreamIncoming | undefined): boolean {
    if (incoming?.kind === 'data') this.#awaited.delete(incoming.stream);
    if (incoming?.kind === 'answered' || incoming?.kind === 'refused')
      for (const stream of this.#streamsOf(incoming)) this.#awaited.delete(stream);
    return incoming?.kind === 'data' && this.#awaited.size === 0;
  }

  /** The socket that was greeted last is listened to from here; a stream that both sockets send goes on. */
  ready(): void {
    const before = this.#published;
    this.#published = this.#greeted;
    this.#unanswered = this.#greetings;
    this.#greetings = new Map();
    this.#again.clear();
    for (const [stream, { hasBegun }] of before ?? []) {
      const now = this.#published.get(stream);
      if (now) now.hasBegun = hasBegun;
      else if (hasBegun) this.#wanted.get(stream)?.listener.lost();
    }
    this.#changed();
  }

  /** No socket is listened to. */
  gone(): void {
    const before = this.#published;
    this.#published = undefined;
    this.#unanswered.clear();
    for (const [stream, { hasBegun }] of before ?? [])
      if (hasBegun) this.#wanted.get(stream)?.listener.lost();
  }

  take(incoming: StreamIncoming): void {
    if (incoming.kind === 'data') this.#receive(incoming.stream, incoming.message);
    else if (incoming.kind === 'answered' || incoming.kind === 'refused') this.#answered(incoming);
  }

  /** The text of a probe, when the pace allows one. */
  probe(): string | undefined {
    const { plan } = this.#deps;
    return plan.areProbesFree || this.#spend() === 0 ? plan.probe(++this.#id) : undefined;
  }

  /** Asks again for what is silent for too long. @returns false when the socket is not to be believed. */
  check(): boolean {
    const now = this.#deps.clock.monotonic();
    for (const { at } of this.#unanswered.values()) if (now - at > ANSWER_MS) return false;
    for (const [stream, progress] of this.#published ?? []) {
      const subscription = this.#wanted.get(stream);
      const renewals = this.#renewals.get(stream) ?? 0;
      const quietMs =
        (subscription?.quietMs ?? Number.POSITIVE_INFINITY) * 2 ** Math.min(renewals, MOST_DOUBLINGS);
      if (!subscription || now - progress.receivedAt <= quietMs) continue;
      if (subscription.isSteady && renewals > 0) return false;
      this.#renewals.set(stream, renewals + 1);
      progress.receivedAt = now;
      if (subscription.isSteady && progress.hasBegun) subscription.listener.lost();
      this.renew(stream);
    }
    return true;
  }

  close(): void {
    this.#stopPump?.();
    this.#stopPump = undefined;
    this.#wanted.clear();
    this.#published = undefined;
  }

  #receive(stream: string, message: unknown): void {
    const progress = this.#published?.get(stream);
    const subscription = this.#wanted.get(stream);
    if (!progress || !subscription || this.#again.has(stream)) return;
    progress.receivedAt = this.#deps.clock.monotonic();
    this.#renewals.delete(stream);
    this.#begin(progress, subscription);
    subscription.listener.take(message);
  }

  #begin(progress: Progress, { listener }: StreamSubscription): void {
    if (progress.hasBegun) return;
    progress.hasBegun = true;
    listener.begin();
  }

  #answered(incoming: StreamIncoming & { kind: 'answered' | 'refused' }): void {
    const streams = this.#streamsOf(incoming);
    if (this.#settle(incoming, streams)?.op === 'unsubscribe') return;
    for (const stream of streams) {
      const progress = this.#published?.get(stream);
      const subscription = this.#wanted.get(stream);
      if (!progress || !subscription || this.#again.has(stream)) continue;
      if (incoming.kind === 'answered') this.#begin(progress, subscription);
      else this.#refuse(stream, subscription);
    }
  }

  /** A command is waited for no more. @returns the one that the answer names by its id. */
  #settle({ id }: { readonly id?: number }, streams: readonly string[]): Command | undefined {
    const named = id === undefined ? undefined : this.#unanswered.get(id);
    if (id !== undefined) this.#unanswered.delete(id);
    else {
      for (const [each, command] of this.#unanswered)
        if (command.streams.some((stream) => streams.includes(stream))) this.#unanswered.delete(each);
    }
    return named;
  }

  #refuse(stream: string, { listener }: StreamSubscription): void {
    this.#published?.delete(stream);
    this.#refused.add(stream);
    listener.refused();
  }

  #streamsOf({
    id,
    streams,
  }: {
    readonly id?: number;
    readonly streams?: readonly string[];
  }): readonly string[] {
    const command = id === undefined ? undefined : (this.#unanswered.get(id) ?? this.#greetings.get(id));
    return streams ?? command?.streams ?? [];
  }

  /** What is wanted has changed. Requests of one turn go out together. */
  #changed(): void {
    this.#stopPump ??= this.#deps.clock.after(0, () => this.#pump());
  }

  #pump(): void {
    this.#stopPump = undefined;
    for (;;) {
      const command = this.#next();
      if (!command || !this.#published) return;
      const waitMs = this.#spend();
      if (waitMs > 0) {
        this.#stopPump = this.#deps.clock.after(waitMs, () => this.#pump());
        return;
      }
      this.#deps.say(this.#say(command, this.#published));
    }
  }

  #next(): Command | undefined {
    const { batch } = this.#deps.plan;
    const published = this.#published;
    if (!published) return undefined;
    const drop = [...published.keys()].filter(
      (stream) => !this.#wanted.has(stream) || this.#again.has(stream),
    );
    if (drop.length > 0) return { op: 'unsubscribe', streams: drop.slice(0, batch) };
    const add = this.streams().filter((stream) => !published.has(stream) && !this.#refused.has(stream));
    return add.length > 0 ? { op: 'subscribe', streams: add.slice(0, batch) } : undefined;
  }

  #say({ op, streams }: Command, published: Map<string, Progress>): string {
    if (op === 'subscribe') return this.#subscribe(published, streams, this.#unanswered);
    for (const stream of streams) {
      published.delete(stream);
      this.#again.delete(stream);
    }
    return this.#command({ op, streams }, this.#unanswered);
  }

  #subscribe(published: Map<string, Progress>, streams: readonly string[], unanswered: Unanswered): string {
    const receivedAt = this.#deps.clock.monotonic();
    for (const stream of streams) published.set(stream, { hasBegun: false, receivedAt });
    return this.#command({ op: 'subscribe', streams }, unanswered);
  }

  #command({ op, streams }: Command, unanswered: Unanswered): string {
    const id = ++this.#id;
    unanswered.set(id, { op, streams, at: this.#deps.clock.monotonic() });
    return this.#deps.plan.command(op, streams, id);
  }

  /** Spends one command of the pace. @returns 0, or ms until the next one may be sent. */
  #spend(): number {
    return Math.max(0, ...this.#budgets.map((budget) => budget.take(1)));
  }
}
