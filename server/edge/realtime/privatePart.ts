import { RuleError } from '../../../domain/index.ts';
import type { SessionUser } from '../../books/people/sessions.ts';
import type { Cursor } from './outbox.ts';
import type { PrivateHub, PrivateSubscription } from './privateHub.ts';

/** Where sockets prove whose they are, and read what is theirs. */
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
  /** The proof that is looked at, for what is read right after it was given. */
  #proving: Promise<unknown> | undefined;
  /** Rises with each beginning and end: what was under way before is void. */
  #turn = 0;

  constructor(privateStream: PrivateStreamDeps | undefined, line: Line) {
    this.#privateStream = privateStream;
    this.#line = line;
  }

  /** Whose the socket has proven to be. */
  get who(): string | undefined {
    return this.#user && `user ${this.#user.userId}`;
  }

  /** @returns whether the ticket was good. Whoever proves to be somebody else stops reading as the one before. */
  async prove(ticket: string): Promise<boolean> {
    this.leave();
    this.#user = undefined;
    const redeemed = this.#privateStream?.tickets.redeem(ticket);
    const proving = Promise.resolve(redeemed).catch(() => undefined);
    this.#proving = proving;
    const user = await proving;
    // A later proof counts in place of this one.
    if (this.#proving === proving) this.#user = user;
    return user !== undefined;
  }

  /** @returns whether it goes on where it was left. @throws {RuleError} `channelUnknown` for nobody. */
  async read(from: Cursor | undefined): Promise<boolean> {
    await this.#proving;
    const user = this.#user;
    if (!user || !this.#privateStream) throw new RuleError('channelUnknown');
    this.leave();
    const turn = this.#turn;
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

  /** Where its log was told to; undefined while nothing is read. */
  head(): readonly [epoch: string, seq: number] | undefined {
    return this.#reading?.head();
  }
}
