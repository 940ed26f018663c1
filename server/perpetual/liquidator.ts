import { RuleError, toScreenNumber } from '../../domain/index.ts';
import type { PerpetualEngine } from './engine.ts';
import { EverybodyNeeded } from './everybody.ts';
import { liquidate } from './liquidate.ts';
import type { Suspect } from './scan.ts';
import { Scan } from './scan.ts';

/** Steps of one liquidation that follow each other without another look at all positions. */
const MOST_STEPS = 200;

/** Looks at all positions whenever marks have moved, and liquidates those that decimals find due. */
export class Liquidator {
  readonly #engine: PerpetualEngine;
  readonly #scan: Scan;
  readonly #busy = new Map<string, Promise<void>>();
  readonly #stops: (() => void)[];
  /** People whose accounts somebody else has booked on: read before the next look. */
  readonly #foreign = new Set<number>();

  constructor(engine: PerpetualEngine) {
    this.#engine = engine;
    this.#scan = new Scan(engine.store, (market) => engine.deskOf(market));
    this.#stops = [
      engine.onChange((users) => {
        for (const user of users) this.#scan.changed(user);
      }),
      engine.marks.onMarks(() => this.look()),
    ];
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  /** Somebody's balance was told of: it may have been booked on from elsewhere. */
  heard(user: number): void {
    if (this.#engine.store.positionsOf(user).some(({ mode }) => mode === 'cross')) this.#foreign.add(user);
  }

  /** Looks once. What it finds due is liquidated step by step, each in a transaction of its own. */
  look(): void {
    const { marks } = this.#engine;
    const suspects = this.#scan.look((market) => {
      const mark = marks.of(market);
      return mark?.state === 'live' ? toScreenNumber(mark.mark) : undefined;
    });
    for (const suspect of suspects) this.#begin(suspect);
    if (this.#foreign.size > 0) this.#refresh().catch((error: unknown) => this.#log('wallets', error));
  }

  /** Resolves when nothing is being liquidated. */
  async idle(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy.values());
  }

  async #refresh(): Promise<void> {
    const users = [...this.#foreign];
    this.#foreign.clear();
    await this.#engine.store.readWallets(this.#engine.deps.db, users);
    for (const user of users) this.#scan.changed(user);
  }

  #begin({ userId, market }: Suspect): void {
    const name = `${userId} ${market}`;
    if (this.#busy.has(name)) return;
    const work = this.#work(userId, market)
      .catch((error: unknown) => this.#log('liquidation', error))
      .finally(() => this.#busy.delete(name));
    this.#busy.set(name, work);
  }

  async #work(userId: number, market: string): Promise<void> {
    let all = false;
    for (let step = 0; step < MOST_STEPS; step++) {
      // Of a cross account the position that named it may have gone.
      const at = this.#engine.store.position(userId, market)?.market ?? this.#crossOf(userId);
      if (at === undefined) return;
      const markets = [
        ...new Set([at, ...this.#engine.store.positionsOf(userId).map((each) => each.market)]),
      ];
      try {
        const job = { users: [userId], markets, all, decide: liquidateAt(userId, at) };
        if (!(await this.#engine.run(job))) return;
        all = false;
      } catch (error) {
        if (!(error instanceof EverybodyNeeded) || all) throw error;
        all = true;
      }
    }
  }

  #crossOf(userId: number): string | undefined {
    return this.#engine.store.positionsOf(userId).find(({ mode }) => mode === 'cross')?.market;
  }

  #log(what: string, error: unknown): void {
    // One that was refused is looked at again with the next mark.
    const code = error instanceof RuleError ? error.code : undefined;
    this.#engine.deps.log(what, { error: String(error), code });
  }
}

const liquidateAt =
  (userId: number, market: string) =>
  (turn: Parameters<typeof liquidate>[0]): boolean =>
    liquidate(turn, userId, market);
