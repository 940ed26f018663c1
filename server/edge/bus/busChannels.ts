import type { SnapMessage, SourceNotice } from '../../../domain/contract/index.ts';
import { PACE_MS, parseChannel, SLOW_MS } from '../../../domain/contract/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { Bus } from '../../base/bus.ts';
import type { ServerClock } from '../../base/clock.ts';
import { LoopTurns } from '../../base/loopTurns.ts';
import type { Reader, ReadOptions, Subscription } from '../realtime/log.ts';
import { isIdle, keyOf } from '../realtime/log.ts';
import type { MarketChannels } from '../realtime/marketChannels.ts';
import type { Message, Pack } from '../realtime/message.ts';
import { Openings } from '../realtime/openings.ts';
import type { Here } from './channelRelay.ts';
import { CopiedLog } from './copiedLog.ts';
import type { EngineWord } from './engineWord.ts';
import { parsedJson } from './engineWord.ts';
import { bytesOf, textOf } from './frames.ts';
import type { Requester } from './requester.ts';
import { NoAnswerError } from './requester.ts';
import type { Subjects } from './subjects.ts';

export interface BusChannelsDeps {
  readonly bus: Bus;
  readonly requester: Requester;
  readonly engine: EngineWord;
  readonly clock: ServerClock;
  readonly subjects: Subjects;
  readonly pack?: Pack;
}

/** A log without readers is kept this long, so that a change of screen does not request it again. */
const LINGER_MS = 1_000;
/** How often the engine learns which logs are read here. */
const KEEP_MS = 2_000;
const DEADLINE_MS = 5_000;
/** A head that was received longer ago counts as unknown. */
const HEAD_MS = 1_500;
/** How long a reader that changes the pace waits, beyond the pace, for a message that may not come. */
const SLACK_MS = 100;

/** The market's channels, copied from the engine's by what it sends: the same epochs, numbers and texts. */
export class BusChannels implements MarketChannels {
  readonly #deps: BusChannelsDeps;
  readonly #logs = new Map<string, CopiedLog>();
  readonly #heads = new Map<string, { readonly head: readonly [string, number]; readonly at: number }>();
  readonly #stops: (() => void)[];
  #gathered: (() => void)[] = [];
  #made = 0;
  readonly openings: Openings;
  /** What came from the bus in one piece leaves together. */
  readonly rounds = {
    gather: (send: () => void): void => {
      this.#gathered.push(send);
      if (this.#gathered.length > 1) return;
      queueMicrotask(() => {
        for (const each of this.#gathered.splice(0)) each();
      });
    },
  };

  constructor(deps: BusChannelsDeps) {
    this.#deps = deps;
    this.openings = new Openings(deps.clock, new LoopTurns(deps.clock.pause));
    this.#stops = [deps.clock.every(KEEP_MS, () => void this.#keep())];
    deps.engine.received = (here, isOther) => this.#receive(here, isOther);
  }

  get listVersion(): string {
    return this.#deps.engine.newest?.list ?? '';
  }

  get origin() {
    return this.#deps.engine.newest?.origin ?? 'simulated';
  }

  get notice(): SourceNotice | undefined {
    return this.#deps.engine.newest?.notice as SourceNotice | undefined;
  }

  /** Whether the state of every log is here and is the engine's. */
  get isComplete(): boolean {
    return [...this.#logs.values()].every((log) => log.isWhole);
  }

  now(): number {
    return this.#deps.engine.now();
  }

  subscribe(name: string, reader: Reader, { isSlow, isChange = false }: ReadOptions): Subscription {
    const log = this.#open(name, isSlow);
    let stopWaiting = (): void => undefined;
    let isDue = false;
    if (isChange) {
      log.coming.add(reader);
      // A log without changes sends nothing: after its pace, its last message is the present state.
      stopWaiting = this.#deps.clock.after(log.pace + SLACK_MS, () => {
        isDue = true;
        log.welcome();
      });
    } else log.expecting.add(reader);
    const ready = log.opened
      .then(() => (isChange ? undefined : log.refresh()))
      .then(() => {
        // The snapshot has come later than that, and no message may follow it.
        if (isDue) log.welcome();
        if (!log.expecting.delete(reader)) return;
        log.readers.add(reader);
        reader.take(log.snapMessage());
      });
    const leave = (): void => {
      stopWaiting();
      log.readers.delete(reader);
      log.expecting.delete(reader);
      log.coming.delete(reader);
      this.#linger(log);
    };
    return { ready, leave };
  }

  snapshot(name: string, isSlow = false): Message | undefined {
    const log = this.#logs.get(keyOf(name, isSlow));
    return log?.isWhole ? log.snapMessage() : undefined;
  }

  idleHead(name: string, idleMs: number, isSlow = false): readonly [epoch: string, seq: number] | undefined {
    const { clock, engine } = this.#deps;
    const key = keyOf(name, isSlow);
    const log = this.#logs.get(key);
    const received = this.#heads.get(key);
    if (!log?.isWhole || !received || !engine.isHere) return undefined;
    const now = clock.now();
    const { head, at } = received;
    const isSame = head[0] === log.epoch && head[1] === log.seq;
    return isSame && now - at <= HEAD_MS && isIdle(log, idleMs, now) ? head : undefined;
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.openings.close();
    for (const log of this.#logs.values()) this.#end(log);
  }

  #open(name: string, isSlow: boolean): CopiedLog {
    const key = keyOf(name, isSlow);
    const known = this.#logs.get(key);
    if (known) {
      known.stopLinger?.();
      known.stopLinger = undefined;
      return known;
    }
    const parsed = parseChannel(name);
    if (!parsed) throw new RuleError('channelUnknown');
    const { bus, clock, engine, subjects, pack } = this.#deps;
    const log: CopiedLog = new CopiedLog({
      ...{ name, isSlow, parsed, clock, pack, number: ++this.#made },
      pace: (isSlow ? SLOW_MS : PACE_MS)[parsed.kind],
      ask: () => this.#ask(name, isSlow),
      lost: () => this.#end(log),
      at: () => engine.newest?.now ?? clock.now(),
    });
    this.#logs.set(key, log);
    const stop = bus.subscribe(subjects.log(key), (bytes) => log.take(textOf(bytes)));
    log.stop = stop;
    log.opened.catch(() => this.#end(log));
    return log;
  }

  /** A log's snapshot. @throws {RuleError} what the engine refuses it with. @throws {NoAnswerError} */
  async #ask(name: string, isSlow: boolean): Promise<SnapMessage> {
    if (!this.#deps.engine.isHere) throw new NoAnswerError('engine away');
    const question = { kind: 'channel', data: { name, isSlow }, deadline: DEADLINE_MS };
    const { body } = await this.#deps.requester.ask(question);
    return JSON.parse(textOf(body)) as SnapMessage;
  }

  #receive({ heads }: Here, isOther: boolean): void {
    if (isOther) {
      this.#heads.clear();
      for (const log of this.#logs.values()) log.renew();
    }
    const at = this.#deps.clock.now();
    for (const [key, head] of Object.entries(heads)) {
      this.#heads.set(key, { head, at });
      this.#logs.get(key)?.compare(head);
    }
  }

  /**
   * Renews what the engine no longer sends, because it has restarted or received nothing from this gateway.
   */
  async #keep(): Promise<void> {
    const { requester } = this.#deps;
    const keys = [...this.#logs.keys()];
    if (keys.length === 0) return;
    try {
      const body = bytesOf(JSON.stringify(keys));
      const answer = await requester.ask({ kind: 'keep', body, deadline: DEADLINE_MS });
      const missing = parsedJson(textOf(answer.body));
      for (const key of Array.isArray(missing) ? missing : []) this.#logs.get(String(key))?.renew();
    } catch {
      // The engine is away: its return is noticed by its next heartbeat.
    }
  }

  #linger(log: CopiedLog): void {
    if (log.isRead) return;
    log.stopLinger?.();
    log.stopLinger = this.#deps.clock.after(LINGER_MS, () => {
      if (!log.isRead) this.#end(log);
    });
  }

  #end(log: CopiedLog): void {
    const key = keyOf(log.name, log.isSlow);
    if (this.#logs.get(key) !== log) return;
    this.#logs.delete(key);
    this.#heads.delete(key);
    log.close();
  }
}
