import type { SnapMessage, SourceNotice } from '../../../domain/contract/index.ts';
import { PACE_MS, parseChannel, SLOW_MS } from '../../../domain/contract/index.ts';
import type { RefusalCode } from '../../../domain/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import { Counts } from '../../base/counts.ts';
import { LoopTurns } from '../../base/loopTurns.ts';
import type { MarkBoard } from '../../market/marks/board.ts';
import type { MarketSource } from '../../market/source.ts';
import { openChannel } from './channels.ts';
import type { Log, Reader, ReadOptions, Subscription } from './log.ts';
import { bareMessageOf, deltaOf, isIdle, isRead, keyOf, snapMessageOf, snapOf } from './log.ts';
import type { MarketChannels } from './marketChannels.ts';
import { MarketEvents } from './marketEvents.ts';
import type { Message, Pack } from './message.ts';
import { Openings } from './openings.ts';
import { PublishLoop } from './publishLoop.ts';

export interface HubDeps {
  readonly source: MarketSource;
  readonly clock: ServerClock;
  /** Marks of perpetuals; without, their channel is empty. */
  readonly marks?: MarkBoard;
  /** Whose money is traded here. */
  readonly money?: 'play' | 'real';
  /** Short random id of a new log. */
  readonly newEpoch: () => string;
  /** Packs messages for readers that request it; without it, all is text. */
  readonly pack?: Pack;
}

/** A caller that reads more channels than this, over all its sockets, is served when there is time. */
const GREEDY = 300;
/** A channel without readers is kept this long, so that a change of screen does not rebuild it. */
const LINGER_MS = 1_000;

/** The market's channels, made in this process: one log each and pace, written once, read by many. */
export class Hub implements MarketChannels {
  readonly #source: MarketSource;
  readonly #clock: ServerClock;
  readonly #newEpoch: () => string;
  readonly #marks: MarkBoard | undefined;
  readonly #money: 'play' | 'real';
  readonly #pack: Pack | undefined;
  #made = 0;
  readonly #logs = new Map<string, Log>();
  /** The markets of a version of the source's list. */
  #known: { readonly version: string; readonly ids: ReadonlySet<string> } | undefined;
  readonly #events: MarketEvents;
  /** Publishes changes to sockets. */
  readonly rounds: PublishLoop;
  /** The queue in which callers wait for channels. */
  readonly openings: Openings;
  /** How many channels each caller reads. */
  readonly #reads = new Counts();
  readonly #stops: (() => void)[];

  constructor({ source, clock, newEpoch, marks, money = 'play', pack }: HubDeps) {
    this.#pack = pack;
    this.#source = source;
    this.#clock = clock;
    this.#newEpoch = newEpoch;
    this.#marks = marks;
    this.#money = money;
    const paces = new Set([...Object.values(PACE_MS), ...Object.values(SLOW_MS)]);
    this.#events = new MarketEvents(source);
    const turns = new LoopTurns(clock.pause);
    this.openings = new Openings(clock, turns);
    this.rounds = new PublishLoop({
      clock,
      turns,
      publish: (log) => this.#flush(log),
      isGreedy: ({ readers, coming }) =>
        [...readers, ...coming.keys()].every((reader) => this.#reads.of(reader.who()) > GREEDY),
    });
    this.#stops = [
      ...[...paces].map((pace) => clock.every(pace, () => this.#round(pace))),
      source.subscribe((event) => event.kind === 'reset' && this.#reset(event.id)),
    ];
  }

  get listVersion(): string {
    return this.#source.version;
  }

  get origin() {
    return this.#source.origin;
  }

  /** What live prices are read from; undefined where prices are not live. */
  get notice(): SourceNotice | undefined {
    const word = this.#source.live?.word();
    return word && { ...word, money: this.#money };
  }

  now(): number {
    return this.#source.now();
  }

  /** Reads a channel from its snapshot on. @throws {RuleError} `channelUnknown`, `marketUnknown`. */
  subscribe(name: string, reader: Reader, { isSlow, isChange = false, knowing }: ReadOptions): Subscription {
    const log = this.#open(name, isSlow);
    if (isChange) log.coming.set(reader, knowing);
    else log.readers.add(reader);
    const who = reader.who();
    // A row costs next to nothing, and a screen reads many.
    const isCounted = !name.startsWith('row:');
    if (isCounted) this.#reads.add(who);
    const ready = log.opened.then(() => {
      if (log.readers.has(reader)) reader.take(this.#snapOf(log));
    });
    let isLeft = false;
    const leave = (): void => {
      if (!isLeft && isCounted) this.#reads.remove(who);
      isLeft = true;
      this.#leave(log, reader);
    };
    return { ready, leave };
  }

  /** A channel's snapshot, for a reader that fell behind. */
  snapshot(name: string, isSlow = false): Message | undefined {
    const log = this.#logs.get(keyOf(name, isSlow));
    return log?.channel ? this.#snapOf(log) : undefined;
  }

  /** A channel's snapshot for a polling caller. @throws {RuleError} `channelUnknown`, `marketUnknown`. */
  async poll(name: string): Promise<SnapMessage> {
    const log = this.#open(name, false);
    await log.opened;
    this.#linger(log);
    return snapOf(log, this.#source.now());
  }

  /** The head of a log idle for `idleMs` and without pending changes; undefined while its venue is away. */
  idleHead(name: string, idleMs: number, isSlow = false): readonly [epoch: string, seq: number] | undefined {
    const log = this.#logs.get(keyOf(name, isSlow));
    if (!log?.channel || !isIdle(log, idleMs, this.#clock.now())) return undefined;
    if (log.channel.hasNews?.() || this.#isLeft(name)) return undefined;
    return [log.epoch, log.seq];
  }

  #isLeft(name: string): boolean {
    const { live } = this.#source;
    const parsed = live && parseChannel(name);
    if (!parsed) return false;
    if (parsed.kind === 'book') return live.isStale(parsed.id) || !live.hasBook(parsed.id);
    if ('id' in parsed) return live.isStale(parsed.id);
    return live.word().state === 'gone';
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.openings.close();
    this.#events.close();
    for (const log of this.#logs.values()) this.#end(log);
  }

  #open(name: string, isSlow: boolean): Log {
    const key = keyOf(name, isSlow);
    const known = this.#logs.get(key);
    if (known) {
      known.stopLinger?.();
      known.stopLinger = undefined;
      // A log without readers was not updated.
      if (!isRead(known)) this.#flush(known);
      return known;
    }
    const parsed = parseChannel(name);
    if (!parsed) throw new RuleError('channelUnknown');
    if ('id' in parsed && !this.#isKnown(parsed.id)) throw new RuleError('marketUnknown');
    const log: Log = {
      name,
      isSlow,
      number: ++this.#made,
      pace: (isSlow ? SLOW_MS : PACE_MS)[parsed.kind],
      readers: new Set(),
      coming: new Map(),
      opened: openChannel(parsed, { source: this.#source, events: this.#events, marks: this.#marks }),
      channel: undefined,
      epoch: this.#newEpoch(),
      seq: 0,
      publishedAt: this.#clock.now(),
      last: undefined,
      snap: undefined,
      snapAt: 0,
      stopLinger: undefined,
    };
    this.#logs.set(key, log);
    log.opened.then(
      (channel) => {
        log.channel = channel;
        if (this.#logs.get(key) !== log) channel.close();
      },
      () => {
        if (this.#logs.get(key) === log) this.#logs.delete(key);
      },
    );
    return log;
  }

  #isKnown(id: string): boolean {
    const { version } = this.#source;
    if (this.#known?.version !== version)
      this.#known = { version, ids: new Set(this.#source.markets().map((market) => market.id)) };
    return this.#known.ids.has(id);
  }

  #leave(log: Log, reader: Reader): void {
    log.readers.delete(reader);
    log.coming.delete(reader);
    this.#linger(log);
  }

  /** Ends a log without readers after a while. */
  #linger(log: Log): void {
    if (isRead(log)) return;
    log.stopLinger?.();
    log.stopLinger = this.#clock.after(LINGER_MS, () => {
      if (!isRead(log)) this.#end(log);
    });
  }

  /** A restarted channel has the same name: only the log that ends is deleted. */
  #end(log: Log): void {
    const key = keyOf(log.name, log.isSlow);
    if (this.#logs.get(key) === log) this.#logs.delete(key);
    log.stopLinger?.();
    log.channel?.close();
  }

  #snapOf(log: Log): Message {
    return snapMessageOf(log, this.#pack, this.#source.now(), this.#clock.now());
  }

  #round(pace: number): void {
    void this.rounds.run(pace, [...this.#logs.values()].filter(isRead));
  }

  #flush(log: Log): void {
    // A round yields to the event loop: a log that has ended meanwhile is skipped.
    if (!log.channel || this.#logs.get(keyOf(log.name, log.isSlow)) !== log) return;
    this.#publishNews(log);
    this.#welcome(log);
  }

  #publishNews(log: Log): void {
    const data = log.channel?.flush();
    if (data !== undefined) this.#publish(log, data);
  }

  #publish(log: Log, d: unknown): void {
    log.seq += 1;
    log.publishedAt = this.#clock.now();
    log.snap = undefined;
    if (log.readers.size === 0) {
      log.last = undefined;
      return;
    }
    const message = deltaOf(log, this.#pack, this.#source.now(), d);
    for (const reader of log.readers) reader.take(message);
  }

  /** After a flush the state is the newest: a reader from the other log loses nothing by this snapshot. */
  #welcome(log: Log): void {
    if (log.coming.size === 0) return;
    const other = this.#logs.get(keyOf(log.name, !log.isSlow));
    // Both logs have the same state from here on: a reader of the other one needs no snapshot.
    if (other) this.#publishNews(other);
    // A cached snapshot has an older timestamp.
    log.snap = undefined;
    const coming = [...log.coming];
    log.coming.clear();
    for (const [reader, knowing] of coming) {
      log.readers.add(reader);
      const knows = other?.channel && knowing && other.readers.has(knowing);
      reader.take(knows ? bareMessageOf(log, other, this.#source.now()) : this.#snapOf(log));
    }
  }

  /** A market's continuity is lost: its channels start again, and so do their readers. */
  #reset(id: string): void {
    for (const log of [...this.#logs.values()]) {
      const parsed = parseChannel(log.name);
      if (!parsed || !('id' in parsed) || parsed.id !== id) continue;
      const readers = [...log.readers, ...log.coming.keys()];
      log.readers.clear();
      log.coming.clear();
      this.#end(log);
      for (const reader of readers) reader.restart();
    }
  }
}

/** The code that a refused subscription is answered with. */
export function refusalOf(error: unknown): RefusalCode {
  return error instanceof RuleError ? error.code : 'unexpected';
}
