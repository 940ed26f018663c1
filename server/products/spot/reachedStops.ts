import type { Dec } from '../../../domain/index.ts';
import type { OrderBook } from '../../matching/orderBook.ts';
import type { SpotBatch } from './batch.ts';
import type { CommandContext } from './commandContext.ts';
import type { Order } from './order.ts';
import { isReached } from './place.ts';

interface Market {
  /** Stops whose command has not been decided. */
  readonly queued: Set<number>;
  /** Stops that a price has reached and whose trigger could not be booked. */
  readonly unbooked: Set<number>;
}

/**
 * Triggers stops that a price has reached, if only for a moment: one whose transaction fails is triggered at the next
 * price, whatever that is. By number: where a transaction has failed, a book has other objects of its orders.
 */
export class ReachedStops {
  readonly #orderBooks: ReadonlyMap<string, OrderBook<Order>>;
  readonly #run: (id: string, decide: (batch: SpotBatch) => void) => Promise<boolean>;
  readonly #trigger: (context: CommandContext, order: Order) => void;
  readonly #markets = new Map<string, Market>();

  constructor(
    orderBooks: ReadonlyMap<string, OrderBook<Order>>,
    run: (id: string, decide: (batch: SpotBatch) => void) => Promise<boolean>,
    trigger: (context: CommandContext, order: Order) => void,
  ) {
    this.#orderBooks = orderBooks;
    this.#run = run;
    this.#trigger = trigger;
  }

  /** A market's last price is this one now. */
  reach(id: string, last: Dec): void {
    const { queued, unbooked } = this.#of(id);
    const waiting = [...(this.#orderBooks.get(id)?.waiting.values() ?? [])];
    const reached = waiting.filter((order) => isReached(order, last)).map((order) => order.id);
    // One that could not be booked may be missing in a book that could not be read since.
    const numbers = [...new Set([...unbooked, ...reached])].filter((number) => !queued.has(number));
    if (numbers.length === 0) return;
    for (const number of numbers) queued.add(number);
    void this.#triggerAll(id, numbers);
  }

  /** Together; where that fails, one by one: nobody's stop waits because another one cannot be booked. */
  async #triggerAll(id: string, numbers: readonly number[]): Promise<void> {
    const { queued, unbooked } = this.#of(id);
    const dequeue = (): void => numbers.forEach((number) => void queued.delete(number));
    const isBooked = await this.#run(id, (batch) => {
      // A price that comes from here on is another one, which a stop without liquidity is tried at again.
      dequeue();
      const context = batch.context(id);
      for (const number of numbers) {
        const order = context.orderBook.waiting.get(number);
        if (order) this.#trigger(context, order);
      }
    });
    dequeue();
    for (const number of numbers)
      if (isBooked) unbooked.delete(number);
      else unbooked.add(number);
    if (isBooked || numbers.length === 1) return;
    for (const number of numbers) queued.add(number);
    for (const number of numbers) await this.#triggerAll(id, [number]);
  }

  #of(id: string): Market {
    const known = this.#markets.get(id);
    if (known) return known;
    const made = { queued: new Set<number>(), unbooked: new Set<number>() };
    this.#markets.set(id, made);
    return made;
  }
}
