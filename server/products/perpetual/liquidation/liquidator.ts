import type { Dec } from '../../../../domain/index.ts';
import { D, RuleError, tiersOfMarket, toScreenNumber, toText } from '../../../../domain/index.ts';
import type { Decision } from '../batch/decisions.ts';
import type { HeldPosition } from '../batch/position.ts';
import type { PerpetualEngine } from '../engine/engine.ts';
import { crossValues, isolatedValues } from '../positions/due.ts';
import { AllAccountsNeeded } from './allAccountsNeeded.ts';
import { liquidate } from './liquidate.ts';
import type { Suspect } from './scan.ts';
import { Scan } from './scan.ts';
import { MarginWarnings } from './warnings.ts';

/** Steps per transaction. Other commands run in between. */
const TOGETHER = 100;
/** Most steps of one liquidation. */
const MOST_STEPS = 200;

/** A liquidation under way. */
interface Pending {
  readonly decision: Decision;
  steps: number;
}

/**
 * Scans all positions whenever marks have moved. A liquidation is decided at that moment, in decimals, and
 * frozen with its marks: orders, closings and new terms are rejected from then on. It is executed in the
 * order of size, step by step; each step is booked and recorded by itself, steps of many users in one
 * transaction.
 */
export class Liquidator {
  readonly #engine: PerpetualEngine;
  readonly #scan: Scan;
  readonly #warnings: MarginWarnings;
  /** Sorted by size, the largest last. */
  #queue: Pending[] = [];
  #busy: Promise<void> | undefined;
  /** One at a time: of two, the older balance might come last. */
  #reading: Promise<void> | undefined;
  readonly #stops: (() => void)[];
  /** Users whose accounts another product has booked on: read before the next scan. */
  readonly #foreign = new Set<number>();

  constructor(engine: PerpetualEngine) {
    this.#engine = engine;
    this.#scan = new Scan(engine.store, (market) => engine.orderBookOf(market));
    this.#warnings = new MarginWarnings(engine, (user) => this.#scan.changed(user));
    this.#stops = [
      engine.onChange((users) => {
        for (const user of users) this.#scan.changed(user);
      }),
      engine.marks.onMarks(() => this.check()),
    ];
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  /** A user's balance was published: another product may have booked on it. */
  received(user: number): void {
    if (this.#engine.store.positionsOf(user).some(({ mode }) => mode === 'cross')) this.#foreign.add(user);
  }

  /** Scans once, and decides. */
  check(): void {
    const { marks, decisions } = this.#engine;
    const { suspects, near } = this.#scan.check((market) => {
      const known = marks.of(market);
      return known && { mark: toScreenNumber(known.mark), isLive: known.state === 'live' };
    });
    const decided = suspects.flatMap((suspect) => this.#decide(suspect) ?? []);
    for (const decision of decided) {
      decisions.add(decision);
      this.#queue.push({ decision, steps: 0 });
    }
    if (decided.length > 0) {
      this.#queue.sort((a, b) => a.decision.size - b.decision.size);
      this.#busy ??= this.#work();
    }
    this.#warnings.check(near);
    if (this.#foreign.size > 0) this.#reading ??= this.#refreshed();
  }

  /** Resolves when no balance is being read, and no liquidation and no warning is under way. */
  async idle(): Promise<void> {
    await this.#reading;
    await this.#warnings.idle();
    while (this.#busy) await this.#busy;
  }

  /** The decision about a suspect; undefined when none is due, or when it was decided before. */
  #decide({ userId, market }: Suspect): Decision | undefined {
    const { store, decisions } = this.#engine;
    const position = store.position(userId, market);
    if (!position || decisions.has(position)) return undefined;
    const group =
      position.mode === 'isolated'
        ? [position]
        : store.positionsOf(userId).filter(({ mode }) => mode === 'cross');
    const placed = group.flatMap((each) => this.#marked(each) ?? []);
    const marks = new Map(placed.map((each) => [each.position.market, each.mark]));
    const own = placed.find((each) => each.position === position);
    const { isDue } =
      position.mode === 'cross'
        ? crossValues({ ...this.#balanceOf(userId), positions: placed })
        : own
          ? isolatedValues(position, own.mark, own.table)
          : { isDue: false };
    const size = placed.reduce(
      (sum, { position: { quantity }, mark }) => sum + toScreenNumber(quantity) * toScreenNumber(mark),
      0,
    );
    return isDue ? { userId, market, mode: position.mode, marks, size } : undefined;
  }

  #marked(position: HeldPosition) {
    const market = this.#engine.orderBookOf(position.market)?.market;
    const mark = this.#engine.marks.of(position.market)?.mark;
    return market && mark !== undefined ? { position, mark, table: tiersOfMarket(market) } : undefined;
  }

  #balanceOf(userId: number): { readonly balance: Dec; readonly held: Dec } {
    const { store } = this.#engine;
    const { posted, held } = store.wallet(userId);
    const margins = store.positionsOf(userId).reduce((sum, { margin }) => sum.plus(margin), new D(0));
    return { balance: toText(posted.minus(margins)), held: toText(held.minus(margins)) };
  }

  async #refreshed(): Promise<void> {
    try {
      await this.#refresh();
    } catch (error) {
      this.#log('wallets', error);
    } finally {
      this.#reading = undefined;
    }
  }

  async #refresh(): Promise<void> {
    const { store, deps } = this.#engine;
    const { log } = deps.db;
    const read = async (users: readonly number[]): Promise<void> => {
      await store.readWallets(deps.db, users);
      for (const user of users) this.#scan.changed(user);
    };
    const users = [...this.#foreign];
    this.#foreign.clear();
    const failed = (error: unknown): never => {
      // Their balances are not published again: a later mark tries it.
      for (const user of users) this.#foreign.add(user);
      throw error;
    };
    if (!log) return read(users).catch(failed);
    // Between two batches; users of whom the tables lack a document wait for a later mark.
    const work = log.batch(async () => {
      for (const user of users) if (log.isBehind(user)) this.#foreign.add(user);
      await read(users.filter((user) => !log.isBehind(user)));
    });
    await work.catch(failed);
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0) await this.#step(this.#queue.splice(-TOGETHER).reverse());
    // Synchronously after the check of the queue: nothing can be queued in between.
    this.#busy = undefined;
  }

  /**
   * One step of each; those that go on continue after all larger ones. If a batch fails, its steps run one by
   * one.
   */
  async #step(these: readonly Pending[], all = false): Promise<void> {
    const marketsNow = (): readonly string[] => this.#marketsOf(these);
    try {
      const goesOn = await this.#engine.run({
        users: these.map(({ decision }) => decision.userId),
        // Read in its turn: a cross account may have opened another position meanwhile.
        get markets() {
          return marketsNow();
        },
        all,
        decide: (batch) =>
          these.map(({ decision, steps }) =>
            liquidate(batch, decision, steps === 0 ? decision.marks : undefined),
          ),
      });
      for (const [i, pending] of these.entries()) this.#stepped(pending, goesOn[i] === true);
    } catch (error) {
      if (error instanceof AllAccountsNeeded && !all) return this.#step(these, true);
      if (these.length > 1) {
        for (const each of these) await this.#step([each]);
        return;
      }
      for (const { decision } of these) this.#engine.decisions.end(decision);
      this.#log('liquidation', error);
    }
  }

  #stepped(pending: Pending, goesOn: boolean): void {
    pending.steps += 1;
    if (goesOn && pending.steps < MOST_STEPS) this.#queue.unshift(pending);
    else this.#engine.decisions.end(pending.decision);
  }

  /** Markets in which they may trade: their own, and of cross accounts all with a position. */
  #marketsOf(these: readonly Pending[]): string[] {
    const { store } = this.#engine;
    return [
      ...new Set(
        these.flatMap(({ decision: { userId } }) => store.positionsOf(userId).map(({ market }) => market)),
      ),
    ];
  }

  #log(what: string, error: unknown): void {
    // A rejected one is checked again at the next mark.
    const code = error instanceof RuleError ? error.code : undefined;
    this.#engine.deps.log(what, { error: String(error), code });
  }
}
