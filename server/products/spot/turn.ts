import type { Dec } from '../../../domain/index.ts';
import { D, RuleError, toText } from '../../../domain/index.ts';
import type { KeyedCommand } from '../../base/commands/command.ts';
import type { CommandsRead } from '../../base/commands/known.ts';
import { knownAnswer } from '../../base/commands/known.ts';
import type { Queries } from '../../base/db/database.ts';
import { only } from '../../base/db/database.ts';
import type { Outcome } from '../../matching/groupCommit.ts';
import type { Desk } from '../../matching/orderBook.ts';
import type { AccountNumbers } from './booking.ts';
import { Booking } from './booking.ts';
import type { House } from './house.ts';
import type { Order } from './order.ts';
import { Plan } from './plan.ts';
import type { Session } from './session.ts';

/** Work on the books: decided at once, from what the turn has read before. */
export interface Job<T = unknown> {
  /** Absent: work of the exchange itself. */
  readonly command?: KeyedCommand;
  /** Markets in which it may trade. */
  readonly markets: readonly string[];
  decide(turn: Turn): T;
}

/** What a turn works with; it outlives it. */
export interface TurnParts {
  readonly deskOf: (market: string) => Desk<Order> | undefined;
  readonly lastOf: (market: string) => Dec | undefined;
  readonly house: House;
  readonly newId: () => number;
  /** Told before a market's book changes. */
  readonly touching: (desk: Desk<Order>) => void;
}

interface Read extends CommandsRead {
  readonly free: readonly (readonly [user: number, asset: string, amount: Dec])[];
}

/** One transaction: reads what its commands need, decides one after the other, and writes what they book. */
export class Turn {
  readonly at: number;
  readonly booking = new Booking();
  readonly #parts: TurnParts;
  #read: Read = { commands: [], frozen: [], free: [] };
  readonly #free = new Map<string, Dec>();
  /** What the command under way books, market by market. */
  #plans = new Map<string, Plan>();

  constructor(parts: TurnParts, at: number) {
    this.#parts = parts;
    this.at = at;
  }

  /** Reads what these commands need; nobody else may change it until the transaction ends. */
  async open(tx: Queries, jobs: readonly Job[]): Promise<void> {
    const desks = new Set(jobs.flatMap(({ markets }) => markets.map(this.#parts.deskOf)));
    const assets = [...desks].flatMap((desk) => (desk ? [desk.market.base, desk.market.quote] : []));
    await this.#parts.house.load(tx, assets, this.at);
    const commands = jobs.flatMap(({ command }) => command ?? []);
    if (commands.length === 0) return;
    const rows = await tx.query<{ read: Read }>(
      'select spot_read($1::bigint[], $2::text[], $3::text[]) as read',
      [commands.map(({ userId }) => userId), commands.map(({ key }) => key), [...new Set(assets)]],
    );
    this.#read = only(rows).read;
    for (const [user, asset, amount] of this.#read.free) this.#free.set(`${user} ${asset}`, amount);
  }

  /**
   * Decides one command. Whatever refuses it comes before anything changes; what is thrown otherwise voids the turn.
   * The same key gives the first answer again.
   */
  decide<T>(job: Job<T>): Outcome<T> {
    this.#plans = new Map();
    try {
      const known = knownAnswer(this.#read, job.command);
      if (known) return { answer: known.response as T };
      const answer = job.decide(this);
      for (const plan of this.#plans.values()) {
        this.booking.add(plan);
        this.#parts.house.moved(plan.houseMoves);
      }
      if (job.command) this.booking.answer(job.command, answer);
      return { answer };
    } catch (error) {
      const isClean = [...this.#plans.values()].every(({ isEmpty }) => isEmpty);
      if (error instanceof RuleError && isClean) return { refusal: error };
      throw error;
    }
  }

  /** @returns numbers of accounts that hold once the transaction is committed. */
  write(tx: Queries, known: AccountNumbers): Promise<AccountNumbers> {
    return this.booking.write(tx, this.at, known);
  }

  /** What the command under way works with in a market. @throws {RuleError} `marketUnknown`. */
  session(market: string): Session {
    const { deskOf, lastOf, house, newId, touching } = this.#parts;
    const desk = deskOf(market);
    if (!desk) throw new RuleError('marketUnknown');
    touching(desk);
    const plan = this.#plans.get(market) ?? new Plan(desk.market, this.at, newId);
    this.#plans.set(market, plan);
    return { desk, plan, at: this.at, house, newId, last: lastOf(market) ?? '0', free: this.#freeOf };
  }

  readonly #freeOf = (owner: number, asset: string): Dec => {
    const gained = this.booking.gained({ owner, kind: 'spot', asset });
    return toText(new D(this.#free.get(`${owner} ${asset}`) ?? 0).plus(gained));
  };
}
