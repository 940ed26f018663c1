import { API_BASE, CALL_TIMEOUT_MS, firstCalls, PRIVATE_CHANNEL } from '../../domain/contract/index.ts';
import type { Cursor } from '../../domain/index.ts';
import { judge } from '../../domain/index.ts';
import { backoffMs } from '../link/backoff.ts';
import type { FeedDeps, FeedEvent } from '../types.ts';
import type { ChannelMessage } from './channelReader.ts';
import type { Drops } from './decode.ts';
import { fieldsOf } from './messages.ts';

/** The reader of private messages: no part of a visit on which nobody is logged in. */
export type PrivateReading = typeof import('./privateRows.ts');

export interface PrivateDeps extends Pick<FeedDeps, 'clock' | 'random' | 'post'> {
  readonly drops: Drops;
  readonly emit: (event: FeedEvent) => void;
  /** Says it on the socket that is listened to. */
  readonly say: (message: object) => void;
  /** The server's clock as far as it is known, ms UTC. */
  readonly now: () => number;
  /** Undefined while it cannot be fetched. */
  readonly fetchReading: () => Promise<PrivateReading | undefined>;
}

/** A subscription that nothing came of is begun again after this time. */
const ANSWER_MS = 5_000;

/** The channel of the account that is logged in: lossless, and read on where it was left. */
export class PrivateChannel {
  readonly #deps: PrivateDeps;
  #token: string | null = null;
  #isReady = false;
  #cursor: Cursor | undefined;
  #failures = 0;
  /** Rises with each new socket and login: what was under way before is void. */
  #turn = 0;
  /** Whether the server has taken this turn's ticket: what it sent before was another account's. */
  #isProven = false;
  #stopWait: (() => void) | undefined;
  /** Fetched with the first ticket; without it no ticket is shown. */
  #reading: PrivateReading | undefined;

  constructor(deps: PrivateDeps) {
    this.#deps = deps;
  }

  /** Whether somebody is logged in, so that a socket is wanted. */
  get isWanted(): boolean {
    return this.#token !== null;
  }

  /** The account that reads from here on; what another one received is forgotten. */
  login(token: string | null): void {
    if (token === this.#token) return;
    if (this.#token !== null && this.#isReady) this.#deps.say({ op: 'unsub', ch: [PRIVATE_CHANNEL] });
    this.#token = token;
    this.#cursor = undefined;
    this.#failures = 0;
    this.#begin();
  }

  /** A socket is listened to from here. */
  ready(): void {
    this.#isReady = true;
    this.#begin();
  }

  /** No socket is listened to; where the log was left is kept. */
  gone(): void {
    this.#isReady = false;
    this.#isProven = false;
    this.#turn += 1;
    this.#endWait();
  }

  close(): void {
    this.gone();
    this.#token = null;
  }

  take(message: ChannelMessage): void {
    if (!this.#isProven) return;
    const verdict = judge(this.#cursor, message);
    if (verdict === 'drop') return;
    const isRead =
      verdict === 'apply' && (message.kind === 'snap' ? this.#snapshot(message) : this.#row(message));
    if (!isRead) {
      // A hole or a row that cannot be read: the log has it all, so it is read again. What comes until then says no more,
      // and must not put it off.
      this.#isProven = false;
      if (verdict === 'apply') this.#cursor = undefined;
      this.#deps.emit({ kind: 'lost', channel: PRIVATE_CHANNEL });
      this.#again();
      return;
    }
    this.#failures = 0;
    this.#endWait();
    this.#cursor = { epoch: message.epoch, seq: message.seq };
  }

  /** The server has obeyed a request; tickets are shown under their turn's number. */
  obeyed(id: number): void {
    if (id === this.#turn) this.#isProven = true;
  }

  /** What the server says of the log's end. @returns whether every message up to there is here. */
  head(epoch: string, seq: number): boolean {
    if (!this.#cursor) return false;
    if (this.#cursor.epoch === epoch && this.#cursor.seq === seq) {
      this.#endWait();
      return true;
    }
    // What is missing is on its way, or lost with nothing behind it that would show the hole.
    if (this.#isProven && !this.#stopWait) this.#wait(ANSWER_MS, () => this.#again());
    return false;
  }

  /** The server would not let it be read now. */
  refused(): void {
    this.#again();
  }

  /** Asks by a call, where no socket gets through. */
  async poll(): Promise<void> {
    const token = this.#token;
    if (token === null) return;
    this.#reading ??= await this.#deps.fetchReading();
    if (!this.#reading || token !== this.#token) return;
    const answer = fieldsOf(await this.#deps.post(this.#reading.STATE_PATH, {}, token));
    // A socket that is there by now says newer things.
    if (token !== this.#token || this.#isReady) return;
    if (this.#hasEnded(answer, token)) return;
    // Rows of before are in it, and must not be counted once more.
    this.#cursor = undefined;
    this.#publishState(answer?.['data'], this.#deps.now());
  }

  #snapshot({ data, at }: ChannelMessage): boolean {
    return this.#publishState(data, at);
  }

  #publishState(data: unknown, at: number): boolean {
    const snapshot = this.#reading?.stateOf(data);
    if (snapshot) this.#deps.emit({ kind: 'private', at, snapshot });
    else this.#deps.drops.dropped += 1;
    return snapshot !== undefined;
  }

  #row({ data, at }: ChannelMessage): boolean {
    const row = this.#reading?.rowOf(data);
    // A kind of row that only a newer server sends is skipped, and is no gap.
    if (row) this.#deps.emit({ kind: 'private', at, row });
    else if (typeof fieldsOf(data)?.['type'] !== 'string') {
      this.#deps.drops.dropped += 1;
      return false;
    }
    return true;
  }

  #begin(): void {
    this.#isProven = false;
    this.#turn += 1;
    this.#endWait();
    if (!this.#isReady || this.#token === null) return;
    // The request of a ticket may hang for ever on a line whose socket speaks.
    this.#wait(CALL_TIMEOUT_MS, () => this.#again());
    void this.#prove(this.#turn, this.#token);
  }

  /** Gets a ticket, shows it on the socket, and reads on. */
  async #prove(turn: number, token: string): Promise<void> {
    const [answer, reading] = await Promise.all([
      this.#deps
        .post(API_BASE + firstCalls['account.ticket'].path, {}, token)
        .then(fieldsOf, () => undefined),
      this.#reading ?? this.#deps.fetchReading(),
    ]);
    this.#reading ??= reading;
    if (turn !== this.#turn) return;
    if (this.#hasEnded(answer, token)) return;
    const ticket = fieldsOf(answer?.['data'])?.['ticket'];
    if (typeof ticket !== 'string' || !reading) {
      this.#again();
      return;
    }
    this.#deps.say({ op: 'auth', id: turn, ticket });
    this.#deps.say({
      op: 'sub',
      ch: [PRIVATE_CHANNEL],
      ...(this.#cursor ? { from: { epoch: this.#cursor.epoch, seq: this.#cursor.seq } } : {}),
    });
    this.#wait(ANSWER_MS, () => this.#again());
  }

  #hasEnded(answer: ReturnType<typeof fieldsOf>, token: string): boolean {
    if (answer?.['code'] !== 401) return false;
    this.#token = null;
    this.#cursor = undefined;
    this.#deps.emit({ kind: 'loginEnded', token });
    return true;
  }

  #again(): void {
    this.#wait(500 + backoffMs(this.#failures++, this.#deps.random()), () => this.#begin());
  }

  #wait(ms: number, run: () => void): void {
    this.#endWait();
    this.#stopWait = this.#deps.clock.after(ms, run);
  }

  #endWait(): void {
    this.#stopWait?.();
    this.#stopWait = undefined;
  }
}
