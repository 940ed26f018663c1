import type { FuturesOrder } from '../batch/order.ts';
import { dueStep, followChase } from '../orders/chase.ts';
import type { PerpetualEngine } from './engine.ts';

/** Interval between two looks: a market that moves with each tick costs no transaction for each of them, ms. */
const CHECK_MS = 250;
/** Orders per transaction, however many are due. Other commands run in between. */
const TOGETHER = 25;

/** Lets chasing orders follow their markets. All that they have done is in their rows: a restart goes on from there. */
export class Chases {
  readonly #engine: PerpetualEngine;
  /** Markets whose orders are being moved. */
  readonly #busy = new Set<string>();
  readonly #stop: () => void;

  constructor(engine: PerpetualEngine) {
    this.#engine = engine;
    this.#stop = engine.deps.clock.every(CHECK_MS, () => this.check());
  }

  close(): void {
    this.#stop();
  }

  check(): void {
    for (const market of this.#engine.chasing.markets) this.#lookAt(market);
  }

  #lookAt(market: string): void {
    const { chasing, quotes, marks, deps } = this.#engine;
    const orderBook = this.#engine.orderBookOf(market);
    if (!orderBook || this.#busy.has(market)) return;
    const now = deps.clock.now();
    const isLive = marks.of(market)?.state === 'live';
    const mayTrade = isLive && quotes.isTrading(market) && !quotes.isStaleOf(market);
    const due = chasing.of(orderBook).filter((order) => {
      const step = dueStep(orderBook, order, now);
      return step !== undefined && (mayTrade || (step.kind === 'end' && order.chase?.rest === 'cancel'));
    });
    if (due.length === 0) return;
    this.#busy.add(market);
    this.#follow(market, due, mayTrade)
      .catch((error: unknown) => deps.log('chase', { market, error: String(error) }))
      .finally(() => this.#busy.delete(market));
  }

  /** Moves or ends what is due, a portion after the other, so that none waits for the next look. */
  async #follow(market: string, due: readonly FuturesOrder[], mayTrade: boolean): Promise<void> {
    for (let from = 0; from < due.length; from += TOGETHER) {
      const portion = due.slice(from, from + TOGETHER);
      await this.#engine.run({
        markets: [market],
        decide: (batch) => {
          for (const { id } of portion) {
            const order: FuturesOrder | undefined = batch.orderBook(market).orders.get(id);
            if (order) followChase(batch, order, mayTrade);
          }
        },
      });
    }
  }
}
