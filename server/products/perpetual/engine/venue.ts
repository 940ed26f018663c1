import type { Dec, Trade } from '../../../../domain/index.ts';
import {
  compareDec,
  compareUrgency,
  coveredPrice,
  D,
  isTriggered,
  isUnmet,
  toText,
} from '../../../../domain/index.ts';
import type { Desk } from '../../../matching/orderBook.ts';
import { leftOf } from '../../../matching/orderBook.ts';
import { PaperQueue } from '../../../matching/queuePosition.ts';
import { end } from '../batch/follow.ts';
import type { FuturesOrder } from '../batch/order.ts';
import type { Turn } from '../batch/turn.ts';
import { fire } from '../orders/fire.ts';
import { canTrade, makerFill } from '../orders/trade.ts';
import type { PerpetualEngine } from './engine.ts';

const FROZEN_LOOK_MS = 2_000;

/** The venue's prints and book as they fill resting orders, and last prices and marks as they fire triggers. */
export class FuturesWatch {
  readonly #engine: PerpetualEngine;
  readonly #queues = new Map<string, PaperQueue<FuturesOrder>>();
  readonly #watched = new Map<string, () => void>();
  /** Orders that are about to act, by market. */
  readonly #firing = new Map<string, Set<number>>();
  readonly #stops: (() => void)[];

  constructor(engine: PerpetualEngine) {
    this.#engine = engine;
    const { source, clock } = engine.deps;
    this.#stops = [
      engine.onBook((id) => this.#follow(id)),
      engine.marks.onMarks((rows) => {
        for (const [id] of rows) this.#reached(id);
      }),
      source.subscribe((event) => {
        if (event.kind === 'trades') this.#prints(event.id, event.trades);
        else if (event.kind === 'book') this.#booked(event.id);
        else if (event.kind === 'tickers') for (const { id } of event.rows) this.#reached(id);
      }),
      clock.every(FROZEN_LOOK_MS, () => void this.#endFrozen()),
    ];
    for (const id of engine.desks.keys()) this.#follow(id);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    for (const unwatch of this.#watched.values()) unwatch();
  }

  /** A market is watched for as long as somebody has an order in it. */
  #follow(id: string): void {
    const isBusy = (this.#engine.desks.get(id)?.orders.size ?? 0) > 0;
    if (isBusy && !this.#watched.has(id)) this.#watched.set(id, this.#engine.deps.source.watch(id));
    if (!isBusy) {
      this.#watched.get(id)?.();
      this.#watched.delete(id);
    }
    this.#queueOf(id)?.follow();
  }

  #queueOf(id: string): PaperQueue<FuturesOrder> | undefined {
    const known = this.#queues.get(id);
    const desk = this.#engine.desks.get(id);
    if (known || !desk) return known;
    const made = new PaperQueue(desk);
    this.#queues.set(id, made);
    return made;
  }

  #prints(id: string, trades: readonly Trade[]): void {
    this.#reached(
      id,
      trades.map(({ price }) => price),
    );
    const queue = this.#queueOf(id);
    if (!queue?.isHit(trades)) return;
    this.#work(id, (turn) => {
      for (const trade of trades) queue.print(trade, (order, wished) => fillResting(turn, order, wished));
    });
  }

  #booked(id: string): void {
    this.#reached(id);
    const queue = this.#queueOf(id);
    const best = () => {
      const book = this.#engine.deps.source.book(id);
      return { buy: book?.bids[0]?.[0], sell: book?.asks[0]?.[0] };
    };
    if (!queue || queue.crossed(best()).length === 0) return;
    this.#work(id, (turn) => {
      for (const order of queue.crossed(best()))
        queue.cross(order, (each, wished) => fillResting(turn, each, wished));
    });
  }

  /**
   * Fires what the prices have reached, if only for a moment. One that has been reached and met nobody is tried again
   * when somebody is there, whatever the price is by then.
   * @param prints prices of trades besides the last one.
   */
  #reached(id: string, prints: readonly Dec[] = []): void {
    const desk = this.#engine.desks.get(id);
    const mark = this.#engine.marks.of(id);
    if (!desk || !mark || mark.state !== 'live') return;
    const lasts = [...prints, mark.last];
    const isReached = ({ status, trigger, side, reason }: FuturesOrder): boolean => {
      if (status !== 'waiting' || trigger === null) return false;
      const prices = trigger.source === 'mark' ? [mark.mark] : lasts;
      return isUnmet(reason) || prices.some((price) => isTriggered(side, trigger.kind, trigger.price, price));
    };
    const firing = this.#firingIn(id);
    const reached = [...desk.orders.values()].filter(
      (order) => isReached(order) && !firing.has(order.id) && !this.#isHopeless(desk, order),
    );
    if (reached.length === 0) return;
    const seen = reached.sort(compareUrgency).map((order) => ({ order, trigger: order.trigger }));
    for (const { id: number } of reached) firing.add(number);
    const work = this.#work(id, (turn) => {
      // Whoever has changed its trigger meanwhile waits for the new one.
      for (const { order, trigger } of seen)
        if (turn.desk(id).orders.get(order.id) === order && order.trigger === trigger) fire(turn, order);
    });
    void work.finally(() => {
      for (const { id: number } of reached) firing.delete(number);
    });
  }

  /** Whether a trigger that could not act still cannot: there is nobody, or at such prices only as are not covered. */
  #isHopeless(desk: Desk<FuturesOrder>, { reason, userId, side }: FuturesOrder): boolean {
    if (!isUnmet(reason)) return false;
    const { store } = this.#engine;
    const { market } = desk;
    const book = desk.merged(userId);
    const best = (side === 'buy' ? book.asks : book.bids)[0]?.[0];
    if (best === undefined || reason === 'noLiquidity') return best === undefined;
    const position = store.position(userId, market.id);
    const { posted, held } = store.wallet(userId);
    const bound = position && coveredPrice(position, toText(posted.minus(held)), market.tick);
    return bound !== undefined && compareDec(best, bound) * (side === 'buy' ? 1 : -1) > 0;
  }

  #firingIn(id: string): Set<number> {
    const known = this.#firing.get(id);
    if (known) return known;
    const made = new Set<number>();
    this.#firing.set(id, made);
    return made;
  }

  async #endFrozen(): Promise<void> {
    const { db, log } = this.#engine.deps;
    const all = [...this.#engine.desks.values()].flatMap(({ orders }) => [...orders.values()]);
    const users = [...new Set(all.map(({ userId }) => userId))];
    if (users.length === 0) return;
    try {
      const rows = await db.query<{ id: number }>(
        'select id from app_user where id = any($1::bigint[]) and frozen_at is not null',
        [users],
      );
      const frozen = new Set(rows.map(({ id }) => id));
      const markets = new Set(all.filter(({ userId }) => frozen.has(userId)).map(({ market }) => market));
      for (const id of markets)
        await this.#work(id, (turn) => {
          // What only closes protects the person's money, frozen or not.
          for (const order of [...turn.desk(id).orders.values()])
            if (frozen.has(order.userId) && !order.reduceOnly) end(turn, order, 'cancelled', 'accountFrozen');
        });
    } catch (error) {
      log('frozen accounts', { error: String(error) });
    }
  }

  #work(id: string, decide: (turn: Turn) => void): Promise<void> {
    return this.#engine.run({ markets: [id], decide }).catch((error: unknown) => {
      this.#engine.deps.log('venue', { market: id, error: String(error) });
    });
  }
}

/** Fills a resting order at its own price, as far as the house can and its person can afford. */
function fillResting(turn: Turn, order: FuturesOrder, wished: Dec): D {
  const { market, side } = order;
  const desk = turn.desk(market);
  const left = leftOf(order);
  if (left === '0' || desk.orders.get(order.id) !== order) return new D(0);
  const price = order.price ?? '0';
  const { base, quote, lot } = desk.market;
  const limit = turn.houseLimit(market);
  const most = side === 'buy' ? new D(limit(base)) : new D(limit(quote)).div(price);
  const quantity = D.min(wished, left, most).div(lot).floor().times(lot);
  if (quantity.lte(0)) return new D(0);
  const part = toText(quantity);
  if (!canTrade(turn, order, part)) {
    end(turn, order, 'cancelled', 'insufficientBalance');
    return new D(0);
  }
  desk.fillResting(order, part);
  makerFill(turn, order, part);
  return quantity;
}
