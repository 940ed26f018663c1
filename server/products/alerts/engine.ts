import type { AlertRow } from '../../../domain/contract/index.ts';
import type { Dec, Ticker } from '../../../domain/index.ts';
import { alertPrice, alertReturn } from '../../../domain/index.ts';
import type { CommandDeps } from '../../base/commands/command.ts';
import { runBeside } from '../../base/commands/command.ts';
import type { MarketSource } from '../../market/source.ts';
import type { Level } from './levels.ts';
import { Levels } from './levels.ts';
import type { OwnedAlert, ReachedAlert } from './rows.ts';
import { alertsAmong, alertsOf, liveAlerts, markFired, markWaiting } from './rows.ts';

export interface AlertDeps extends CommandDeps {
  readonly source: MarketSource;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** `isBack`: of a repeating alert that was sent, the price at which it counts again. */
interface Waiting extends Level {
  readonly market: string;
  readonly isBack: boolean;
}
interface Hit {
  readonly waiting: Waiting;
  readonly price: Dec;
}

/** Alerts that are sent in one transaction. */
const AT_ONCE = 200;
/** A transaction that failed is tried again after this time. */
const AGAIN_MS = 1_000;

/**
 * Checks the source's ticks against all users' price alerts. Only live prices count: while the source is
 * silent no alert is reached. The alerts that a tick reaches are marked in one transaction with their outbox
 * rows, so that each is sent exactly once.
 */
export class AlertEngine {
  readonly deps: AlertDeps;
  readonly #levels = new Map<string, Levels<Waiting>>();
  #hits: Hit[] = [];
  #working: Promise<void> | undefined;
  #stops: (() => void)[] = [];
  /** Users whose alerts are read again. */
  readonly #unsure = new Set<number>();
  #stopAgain: (() => void) | undefined;
  #isClosed = false;

  constructor(deps: AlertDeps) {
    this.deps = deps;
  }

  /** Takes up every alert that waits. A price that moved meanwhile is looked at with its market's next tick. */
  async start(): Promise<void> {
    const { source, db } = this.deps;
    for (const row of await liveAlerts(db)) this.follow(row);
    this.#stops = [
      source.subscribe((event) => {
        if (event.kind === 'tickers') this.#take(event.rows);
      }),
    ];
  }

  /** Watches for an alert as it stands now. */
  follow({ id, market, direction, price, state }: AlertRow): void {
    this.forget(market, id);
    if (state === 'reached') return;
    const isBack = state === 'resting';
    const goal = isBack ? alertReturn(direction, price) : { direction, level: price };
    const levels = this.#levels.get(market) ?? new Levels();
    this.#levels.set(market, levels);
    levels.add({ id, market, isBack, ...goal });
  }

  /** A user's alerts may be others than are watched for: a commit whose answer was lost has written one. */
  followAgain(userId: number): void {
    this.#unsure.add(userId);
    if (this.#isClosed || this.#stopAgain) return;
    this.#stopAgain = this.deps.clock.after(AGAIN_MS, () => {
      this.#stopAgain = undefined;
      void this.#followUnsure();
    });
  }

  forget(market: string, id: number): void {
    this.#levels.get(market)?.remove(id);
  }

  /** An alert is gone, whatever its market. */
  forgetAny(id: number): void {
    for (const levels of this.#levels.values()) levels.remove(id);
  }

  /** Resolves when all alerts reached so far have been sent. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    this.#stopAgain?.();
    await this.idle();
  }

  async #followUnsure(): Promise<void> {
    for (const userId of this.#unsure) {
      this.#unsure.delete(userId);
      try {
        for (const row of await alertsOf(this.deps.db, userId, undefined)) this.follow(row);
      } catch (error) {
        this.deps.log('price alerts', { error: String(error), userId });
        this.followAgain(userId);
        // What fails for one fails for all: they wait too.
        return;
      }
    }
  }

  #take(rows: readonly Ticker[]): void {
    if (this.#levels.size === 0) return;
    for (const { id, last } of rows) {
      const levels = this.#levels.get(id);
      if (!levels) continue;
      const price = alertPrice(last);
      for (const waiting of levels.take(price)) this.#hits.push({ waiting, price });
      if (levels.size === 0) this.#levels.delete(id);
    }
    if (this.#hits.length > 0) this.#work();
  }

  #work(): void {
    this.#working ??= this.#publishAll().finally(() => {
      this.#working = undefined;
      if (this.#hits.length > 0) this.#work();
    });
  }

  async #publishAll(): Promise<void> {
    const hits = this.#hits.splice(0, AT_ONCE);
    try {
      for (const row of await this.#publish(hits)) this.follow(row);
    } catch (error) {
      this.deps.log('price alerts', { error: String(error), count: hits.length });
      this.#stops.push(
        this.deps.clock.after(AGAIN_MS, () => {
          this.#hits.push(...hits);
          this.#work();
        }),
      );
    }
  }

  /**
   * Those that are no longer as they were when they were reached are left out by the database. They are followed as they
   * stand: a commit whose answer was lost has marked them, and a repeating one would wait for no price any more.
   * @returns all of them that still exist.
   */
  #publish(hits: readonly Hit[]): Promise<readonly OwnedAlert[]> {
    const reached = (isBack: boolean): ReachedAlert[] =>
      hits
        .filter(({ waiting }) => waiting.isBack === isBack)
        .map(({ waiting: { id }, price }) => ({ id, price }));
    return runBeside(this.deps, async ({ tx, at, publish, touched }) => {
      const rows = [
        ...(await markFired(tx, reached(false), at)),
        ...(await markWaiting(
          tx,
          reached(true).map(({ id }) => id),
        )),
      ];
      // Streams are written in one order, so that no two transactions wait for each other.
      rows.sort((a, b) => a.userId - b.userId || a.id - b.id);
      for (const { userId, ...row } of rows) await publish(userId, 'alert', row);
      const marked = new Set(rows.map(({ id }) => id));
      const others = hits.flatMap(({ waiting: { id } }) => (marked.has(id) ? [] : [id]));
      const stand = others.length > 0 ? await alertsAmong(tx, others) : [];
      // What was written of them may not have been announced.
      for (const { userId } of stand) touched(userId);
      return [...rows, ...stand];
    });
  }
}
