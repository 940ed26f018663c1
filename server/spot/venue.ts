import type { Dec, Trade } from '../../domain/index.ts';
import { compareDec, D, quoteOf, toText } from '../../domain/index.ts';
import { reenter } from './amend.ts';
import type { SpotEngine } from './engine.ts';
import type { Order } from './order.ts';
import { leftOf } from './order.ts';
import { isReached, mustFit } from './place.ts';
import type { Session } from './session.ts';
import { end } from './session.ts';

const FROZEN_LOOK_MS = 2_000;

/** What stands ahead of an order at its price, base units; another rank is another place. */
interface Ahead {
  readonly rank: number;
  readonly quantity: D;
}

/**
 * The venue's prints and book, as they fill resting orders and reach stops. A resting order remembers the quantity
 * that stood ahead of it at its price: prints eat that first.
 * @see trading rules §2 "Paper fills on a venue's book"
 */
export class VenueWatch {
  readonly #engine: SpotEngine;
  /** Base units ahead of each resting order, by its number, for as long as it keeps its place. */
  readonly #ahead = new Map<string, Map<number, Ahead>>();
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
    const ahead = this.#aheadOf(id);
    for (const order of desk?.orders.values() ?? []) {
      if (order.status === 'waiting' || ahead.get(order.id)?.rank === order.rank) continue;
      const lots = new D(desk?.shownAt(order.side, order.price ?? '0') ?? 0);
      ahead.set(order.id, { rank: order.rank, quantity: lots });
    }
    for (const order of ahead.keys()) if (!desk?.orders.has(order)) ahead.delete(order);
  }

  #aheadOf(id: string): Map<number, Ahead> {
    const known = this.#ahead.get(id);
    if (known) return known;
    const made = new Map<number, Ahead>();
    this.#ahead.set(id, made);
    return made;
  }

  #resting(id: string): Order[] {
    return [...(this.#engine.desks.get(id)?.orders.values() ?? [])]
      .filter(({ status }) => status !== 'waiting')
      .sort((a, b) => a.rank - b.rank);
  }

  #prints(id: string, trades: readonly Trade[]): void {
    for (const { price } of trades) this.#reached(id, price);
    const resting = this.#resting(id);
    const isHit = trades.some((trade) => resting.some((order) => touches(order, trade.price)));
    if (!isHit) return;
    this.#work(id, (session) => {
      for (const trade of trades) this.#print(session, trade);
    });
  }

  #print(session: Session, { price, quantity, side }: Trade): void {
    const resting = this.#resting(session.desk.market.id);
    for (const order of resting) {
      if (isThrough(order, price)) this.#fill(session, order, leftOf(order));
    }
    // What of the print has gone to earlier orders of ours does not eat what is ahead of later ones twice.
    let given = new D(0);
    for (const order of resting) {
      const isAt =
        compareDec(order.price ?? '0', price) === 0 && (side === 'sell') === (order.side === 'buy');
      if (!isAt || leftOf(order) === '0') continue;
      const before = this.#aheadOf(order.market).get(order.id);
      const ahead = before?.rank === order.rank ? before.quantity : new D(0);
      const eating = new D(quantity).minus(given);
      const filled = this.#fill(session, order, toText(D.max(0, eating.minus(ahead))));
      const left = D.max(0, ahead.minus(eating));
      this.#aheadOf(order.market).set(order.id, { rank: order.rank, quantity: left });
      given = given.plus(filled);
    }
  }

  /** The venue's best price has come to rest beyond an order: it would have traded. */
  #crossed(id: string): void {
    const book = this.#engine.deps.source.book(id);
    const isCrossing = (order: Order): boolean => {
      const best = (order.side === 'buy' ? book?.asks : book?.bids)?.[0]?.[0];
      return best !== undefined && touches(order, best) && isThrough(order, best);
    };
    if (!this.#resting(id).some(isCrossing)) return;
    this.#work(id, (session) => {
      const crossed = this.#resting(id).filter(isCrossing);
      for (const order of crossed.sort(byPrice)) this.#cross(session, order);
    });
  }

  /** Fills an order from the venue's levels beyond it: each is used once until the venue changes it. */
  #cross(session: Session, order: Order): void {
    const side = order.side === 'buy' ? 'sell' : 'buy';
    for (const [price, quantity] of session.desk.unused(side)) {
      if (!isThrough(order, price)) break;
      const filled = this.#fill(session, order, quantity);
      if (filled.gt(0)) session.desk.use(side, price, toText(filled));
    }
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

/** The better price first, then the earlier. */
const byPrice = (a: Order, b: Order): number =>
  compareDec(a.price ?? '0', b.price ?? '0') * (a.side === 'buy' ? -1 : 1) || a.rank - b.rank;

/** Whether a print at this price can concern an order. */
function touches(order: Order, price: Dec): boolean {
  const difference = compareDec(price, order.price ?? '0');
  return order.side === 'buy' ? difference <= 0 : difference >= 0;
}

/** Whether a price is beyond an order's: whoever traded there would have traded with it first. */
function isThrough(order: Order, price: Dec): boolean {
  const difference = compareDec(price, order.price ?? '0');
  return order.side === 'buy' ? difference < 0 : difference > 0;
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
