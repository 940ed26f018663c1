import type { Dec, Trade } from '../../../domain/index.ts';
import { D, quoteOf, toText } from '../../../domain/index.ts';
import { leftOf } from '../../matching/orderBook.ts';
import { PaperQueue } from '../../matching/queuePosition.ts';
import { reenter } from './amend.ts';
import type { SpotEngine } from './engine.ts';
import type { Order } from './order.ts';
import { isReached, mustFit } from './place.ts';
import type { Session } from './session.ts';
import { end } from './session.ts';

const FROZEN_LOOK_MS = 2_000;

/** The venue's prints and book, as they fill resting orders and reach stops. */
export class VenueWatch {
  readonly #engine: SpotEngine;
  readonly #queues = new Map<string, PaperQueue<Order>>();
  readonly #watched = new Map<string, () => void>();
  readonly #stops: (() => void)[];

  constructor(engine: SpotEngine) {
    this.#engine = engine;
    const { source, clock } = engine.deps;
    this.#stops = [
      engine.onBook((id) => this.#follow(id)),
      source.subscribe((event) => {
        if (event.kind === 'trades') this.#prints(event.id, event.trades);
        else if (event.kind === 'book') this.#crossed(event.id);
        else if (event.kind === 'tickers') for (const { id, last } of event.rows) this.#reached(id, last);
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
    const desk = this.#engine.desks.get(id);
    const isBusy = desk !== undefined && desk.orders.size > 0;
    if (isBusy && !this.#watched.has(id)) this.#watched.set(id, this.#engine.deps.source.watch(id));
    if (!isBusy) {
      this.#watched.get(id)?.();
      this.#watched.delete(id);
    }
    this.#queueOf(id)?.follow();
  }

  #queueOf(id: string): PaperQueue<Order> | undefined {
    const known = this.#queues.get(id);
    const desk = this.#engine.desks.get(id);
    if (known || !desk) return known;
    const made = new PaperQueue(desk);
    this.#queues.set(id, made);
    return made;
  }

  #prints(id: string, trades: readonly Trade[]): void {
    for (const { price } of trades) this.#reached(id, price);
    const queue = this.#queueOf(id);
    if (!queue?.isHit(trades)) return;
    this.#work(id, (session) => {
      for (const trade of trades) queue.print(trade, (order, wished) => this.#fill(session, order, wished));
    });
  }

  #crossed(id: string): void {
    const queue = this.#queueOf(id);
    const best = () => {
      const book = this.#engine.deps.source.book(id);
      return { buy: book?.bids[0]?.[0], sell: book?.asks[0]?.[0] };
    };
    if (!queue || queue.crossed(best()).length === 0) return;
    this.#work(id, (session) => {
      for (const order of queue.crossed(best()))
        queue.cross(order, (each, wished) => this.#fill(session, each, wished));
    });
  }

  /** Fills a resting order at its own price, as far as the house can. @returns what was filled. */
  #fill(session: Session, order: Order, wished: Dec): D {
    const { desk, plan, house } = session;
    const { market } = desk;
    const left = leftOf(order);
    if (left === '0') return new D(0);
    const price = order.price ?? '0';
    const most =
      order.side === 'buy' ? new D(house.limit(market.base)) : new D(house.limit(market.quote)).div(price);
    const lot = new D(market.lot);
    const lots = D.min(wished, left, most).div(lot).floor();
    const quantity = toText(lots.times(lot));
    if (lots.lte(0) || quoteOf(price, quantity, 'down') === '0') return new D(0);
    desk.fillResting(order, quantity);
    plan.houseFill(order, quantity);
    return new D(quantity);
  }

  #reached(id: string, last: Dec): void {
    const waiting = [...(this.#engine.desks.get(id)?.orders.values() ?? [])].filter(
      (order) => order.status === 'waiting' && isReached(order, last),
    );
    if (waiting.length === 0) return;
    this.#work(id, (session) => {
      for (const order of waiting) if (session.desk.orders.get(order.id) === order) trigger(session, order);
    });
  }

  async #endFrozen(): Promise<void> {
    const { db, log } = this.#engine.deps;
    const users = new Set(
      [...this.#engine.desks.values()].flatMap(({ orders }) =>
        [...orders.values()].map(({ userId }) => userId),
      ),
    );
    if (users.size === 0) return;
    try {
      const rows = await db.query<{ id: number }>(
        'select id from app_user where id = any($1::bigint[]) and frozen_at is not null',
        [[...users]],
      );
      const frozen = new Set(rows.map(({ id }) => id));
      if (frozen.size === 0) return;
      for (const id of [...this.#engine.desks.keys()])
        await this.#engine.revoke(id, ({ userId }) => frozen.has(userId), 'accountFrozen');
    } catch (error) {
      log('frozen accounts', { error: String(error) });
    }
  }

  #work(id: string, work: (session: Session) => void): void {
    this.#engine.fill(id, work).catch((error: unknown) => {
      this.#engine.deps.log('venue', { market: id, error: String(error) });
    });
  }
}

/** A stop's price has been reached: from here on it is a limit order. */
function trigger(session: Session, order: Order): void {
  const { desk, plan } = session;
  desk.remove(order);
  order.status = 'open';
  try {
    mustFit(session, order);
  } catch {
    end(desk, plan, order, 'expired');
    return;
  }
  reenter(session, order, order);
}
