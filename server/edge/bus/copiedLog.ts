import type { ChannelName, SnapMessage } from '../../../domain/contract/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { Reader } from '../realtime/log.ts';
import type { Pack } from '../realtime/message.ts';
import { Message } from '../realtime/message.ts';
import { parsedJson } from './engineWord.ts';
import type { Mirror } from './mirror.ts';
import { mirrorOf } from './mirror.ts';

interface Sent {
  readonly text: string;
  readonly e: string;
  readonly s: number;
  readonly ts: number;
  readonly d: unknown;
}

export interface CopiedLogDeps {
  readonly name: string;
  readonly isSlow: boolean;
  readonly parsed: ChannelName;
  /** Another one for each log. */
  readonly number: number;
  /** ms between its messages. */
  readonly pace: number;
  readonly clock: Pick<ServerClock, 'now' | 'after'>;
  readonly pack: Pack | undefined;
  /** Requests the snapshot from the engine. */
  readonly ask: () => Promise<SnapMessage>;
  /** The engine refuses the channel from now on: who reads it next must request it again. */
  readonly lost: () => void;
  /** The market's clock in the engine's newest message, ms UTC. */
  readonly at: () => number;
}

/** The engine is requested again after this time, ms. */
const AGAIN_MS = 250;
/** Messages that wait for a snapshot; more are found as a gap behind it. */
const WAITING = 1_000;
/** Age of a slow log's snapshot, ms, beyond which it is requested again. */
const FRESH_MS = 1_000;

/** One log of the engine as a gateway follows it: the snapshot, and what was sent after it without a gap. */
export class CopiedLog {
  readonly #deps: CopiedLogDeps;
  readonly readers = new Set<Reader>();
  /** Readers whose first snapshot is under way: a message before it would be about a state that they do not have. */
  readonly expecting = new Set<Reader>();
  /** Readers of the channel's other log that change to this one with the next message. */
  readonly coming = new Set<Reader>();
  /** Resolves when the first snapshot is here; rejects when the engine knows no such channel. */
  readonly opened: Promise<void>;
  epoch = '';
  seq = 0;
  /** When its last message came, the device's clock. */
  publishedAt: number;
  stop: () => void = () => undefined;
  stopLinger: (() => void) | undefined;
  #mirror: Mirror | undefined;
  #requesting: Promise<void> | undefined;
  #waiting: Sent[] = [];
  /** The text of the newest message, for readers that have received it. */
  #last: string | undefined;
  #snap: Message | undefined;
  #snapAt = 0;
  /** When the engine worded the snapshot, by both clocks. */
  #requested = { here: 0, there: 0 };
  /** How often the engine has restarted the channel: an answer from before that is older than what is here. */
  #begun = 0;
  #isClosed = false;

  constructor(deps: CopiedLogDeps) {
    this.#deps = deps;
    this.publishedAt = deps.clock.now();
    this.opened = this.#sync();
  }

  get name(): string {
    return this.#deps.name;
  }
  get isSlow(): boolean {
    return this.#deps.isSlow;
  }
  get pace(): number {
    return this.#deps.pace;
  }
  get isRead(): boolean {
    return this.readers.size > 0 || this.coming.size > 0 || this.expecting.size > 0;
  }
  /** Whether its state is here, without a gap. */
  get isWhole(): boolean {
    return this.#mirror !== undefined && this.#requesting === undefined;
  }

  /** A message of the engine. */
  take(text: string): void {
    const sent = parsedJson(text) as (Omit<Sent, 'text'> & { t: string }) | undefined;
    if (sent?.t === 'snap') this.#begin({ ...sent, text });
    else if (sent?.t !== 'delta') this.renew();
    else if (!this.#mirror || this.#requesting) this.#hold({ ...sent, text });
    else this.#follow({ ...sent, text });
  }

  /** Compares with the engine's head, and renews on a gap. */
  compare([epoch, seq]: readonly [string, number]): void {
    if (this.isWhole && (epoch !== this.epoch || seq > this.seq)) this.renew();
  }

  /** Requests the snapshot again and publishes it to all readers. */
  renew(): void {
    if (this.#requesting || this.#isClosed) return;
    this.#sync().then(
      () => this.#publishAll(),
      () => this.#lose(),
    );
  }

  /**
   * Refreshes a slow log's snapshot before a new reader receives it, so that no reader starts with old data.
   */
  async refresh(): Promise<void> {
    const { parsed, clock, ask } = this.#deps;
    if (parsed.kind !== 'sort' || Math.abs(clock.now() - this.#requested.here) < FRESH_MS) return;
    // Concurrent readers share one request.
    this.#requested = { here: clock.now(), there: this.#requested.there };
    const snap = await ask().catch(() => undefined);
    if (!snap || !this.isWhole || snap.e !== this.epoch || snap.s !== this.seq) return;
    this.#mirror = mirrorOf(parsed, snap.d);
    this.#snap = undefined;
    this.#requested = { here: clock.now(), there: snap.ts };
  }

  /** The state after the last message, with the time of the engine's newest message. */
  snapMessage(): Message {
    const { name, number, pack, clock, at } = this.#deps;
    const now = clock.now();
    if (this.#snap === undefined || Math.abs(now - this.#snapAt) >= FRESH_MS) {
      const ts = this.#deps.parsed.kind === 'sort' ? this.#requested.there : at();
      const snap = { t: 'snap', ch: name, e: this.epoch, s: this.seq, ts, d: this.#mirror?.snapshot() };
      this.#snap = new Message(JSON.stringify(snap), { log: number, seq: this.seq, isDelta: false, pack });
      this.#snapAt = now;
    }
    return this.#snap;
  }

  /** Moves readers over from the other log. */
  welcome(): void {
    if (this.coming.size === 0 || !this.isWhole) return;
    const coming = [...this.coming];
    this.coming.clear();
    this.#snap = undefined;
    for (const reader of coming) {
      this.readers.add(reader);
      reader.take(this.snapMessage());
    }
  }

  close(): void {
    this.#isClosed = true;
    this.stop();
    this.stopLinger?.();
  }

  #sync(): Promise<void> {
    this.#waiting = [];
    const requesting = this.#askUntilAnswered().finally(() => {
      if (this.#requesting === requesting) this.#requesting = undefined;
    });
    this.#requesting = requesting;
    return requesting;
  }

  async #askUntilAnswered(): Promise<void> {
    while (!this.#isClosed) {
      try {
        const begun = this.#begun;
        const snap = await this.#deps.ask();
        if (begun === this.#begun) this.#adopt(snap);
        else this.#catchUp();
        return;
      } catch (error) {
        if (error instanceof RuleError && error.code !== 'unavailable') throw error;
        await new Promise<void>((resolve) => this.#deps.clock.after(AGAIN_MS, resolve));
      }
    }
  }

  #adopt(snap: Pick<SnapMessage, 'e' | 's' | 'ts' | 'd'>): void {
    const { parsed, clock } = this.#deps;
    this.#mirror = mirrorOf(parsed, snap.d);
    this.epoch = snap.e;
    this.seq = snap.s;
    this.#requested = { here: clock.now(), there: snap.ts };
    this.#snap = undefined;
    this.#last = undefined;
    this.#catchUp();
  }

  /** Applies what was sent while the snapshot was under way. */
  #catchUp(): void {
    for (const sent of this.#waiting.splice(0))
      if (sent.e === this.epoch && sent.s === this.seq + 1) this.#apply(sent);
  }

  /** The engine has restarted the channel. */
  #begin(snap: Sent): void {
    this.#begun += 1;
    this.#adopt(snap);
    if (!this.#requesting) this.#publishAll();
  }

  #hold(sent: Sent): void {
    if (this.#waiting.length < WAITING) this.#waiting.push(sent);
  }

  #follow(sent: Sent): void {
    if (sent.e === this.epoch && sent.s <= this.seq) return;
    if (sent.e !== this.epoch || sent.s !== this.seq + 1 || !this.#apply(sent)) {
      this.renew();
      return;
    }
    const message = new Message(sent.text, {
      ...{ log: this.#deps.number, seq: this.seq, isDelta: true, pack: this.#deps.pack },
      before: this.#last,
    });
    this.#last = sent.text;
    for (const reader of this.readers) reader.take(message);
    this.welcome();
  }

  #apply(sent: Sent): boolean {
    this.seq = sent.s;
    this.publishedAt = this.#deps.clock.now();
    this.#requested = { ...this.#requested, there: sent.ts };
    this.#snap = undefined;
    return this.#mirror?.apply(sent.d) ?? false;
  }

  #publishAll(): void {
    if (!this.isWhole) return;
    for (const reader of this.readers) reader.take(this.snapMessage());
    this.welcome();
  }

  /** The engine has no such channel any more. */
  #lose(): void {
    const readers = [...this.readers, ...this.coming, ...this.expecting];
    this.readers.clear();
    this.expecting.clear();
    this.coming.clear();
    this.#deps.lost();
    for (const reader of readers) reader.restart();
  }
}
