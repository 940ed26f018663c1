import { RuleError } from '../../../domain/index.ts';
import type { SessionUser } from '../../books/users/sessions.ts';
import type { Cursor } from './outbox.ts';
import type { PrivateHub, PrivateSubscription } from './privateHub.ts';

/** Authentication of sockets, and their private channels. */
export interface PrivateStreamDeps {
  readonly tickets: { redeem(ticket: string): SessionUser | undefined | Promise<SessionUser | undefined> };
  readonly hub: Pick<PrivateHub, 'subscribe'>;
}

interface Line {
  send(text: string): void;
  /** The session has ended. */
  end(): void;
}

/** The private part of one connection. */
export class PrivatePart {
  readonly #privateStream: PrivateStreamDeps | undefined;
  readonly #line: Line;
  #user: SessionUser | undefined;
  #reading: PrivateSubscription | undefined;
  /** The authentication under way, for a subscription right after it. */
  #proving: Promise<SessionUser | undefined> | undefined;
  /** Rises with each beginning and end: what was under way before is void. */
  #turn = 0;

  constructor(privateStream: PrivateStreamDeps | undefined, line: Line) {
    this.#privateStream = privateStream;
    this.#line = line;
  }

  /** The authenticated user. */
  get who(): string | undefined {
    return this.#user && `user ${this.#user.userId}`;
  }

  /**
   * Authenticates the socket and ends the subscription of the user before. A later proof counts in place of this one,
   * which ends as that one does.
   * @returns whether the ticket that counts was valid.
   */
  async prove(ticket: string): Promise<boolean> {
    this.leave();
    this.#user = undefined;
    const redeemed = this.#privateStream?.tickets.redeem(ticket);
    this.#proving = Promise.resolve(redeemed).catch(() => undefined);
    for (;;) {
      const last: Promise<SessionUser | undefined> = this.#proving;
      const user = await last;
      if (last !== this.#proving) continue;
      this.#user = user;
      return user !== undefined;
    }
  }

  /** @returns whether it continues from the cursor. @throws {RuleError} `channelUnknown` without a user. */
  async read(from: Cursor | undefined): Promise<boolean> {
    // Before the wait: a socket that goes meanwhile would leave a reader behind that nobody ends.
    this.leave();
    const turn = this.#turn;
    await this.#proving;
    const user = this.#user;
    if (!user || !this.#privateStream) throw new RuleError('channelUnknown');
    if (turn !== this.#turn) return false;
    const reading = await this.#privateStream.hub.subscribe(
      {
        user,
        take: (text) => {
          if (turn === this.#turn) this.#line.send(text);
        },
        end: () => {
          if (turn === this.#turn) this.#line.end();
        },
      },
      from,
    );
    if (turn !== this.#turn) {
      reading.leave();
      return false;
    }
    this.#reading = reading;
    return reading.recovered;
  }

  leave(): void {
    this.#turn += 1;
    this.#reading?.leave();
    this.#reading = undefined;
  }

  /** The head of the log as sent; undefined without a subscription. */
  head(): readonly [epoch: string, seq: number] | undefined {
    return this.#reading?.head();
  }
}
