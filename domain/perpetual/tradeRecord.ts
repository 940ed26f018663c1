import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import { bookedGain } from './money.ts';
import type { Position, Realised } from './position.ts';
import { bookedNet } from './position.ts';

/** Places of an average, as money is booked. */
const BOOKED = 8;

/** A position that has ended: it counts at the moment when it ended, as a whole. */
export interface EndedTrade {
  readonly market: string;
  readonly side: Position['side'];
  /** ms UTC. */
  readonly openedAt: number;
  readonly closedAt: number;
  /** Quote; what was paid is negative. */
  readonly realised: Realised;
}

/** Ended trades together; money in quote, as booked: `net` = `price` + `fees` + `funding` = `won` + `lost`. */
export interface TradeSum extends Realised {
  readonly count: number;
  /** Trades whose net P/L is above 0, and below it. One that brought exactly nothing is neither. */
  readonly wins: number;
  readonly losses: number;
  readonly net: Dec;
  /** Net P/L of the wins, ≥ 0, and of the losses, ≤ 0. */
  readonly won: Dec;
  readonly lost: Dec;
}

class Sum {
  #count = 0;
  #wins = 0;
  #losses = 0;
  #price = new D(0);
  #fees = new D(0);
  #funding = new D(0);
  #won = new D(0);
  #lost = new D(0);

  add(trade: EndedTrade): void {
    const net = new D(bookedNet(trade.realised));
    this.#count += 1;
    this.#price = this.#price.plus(bookedGain(trade.realised.price));
    this.#fees = this.#fees.plus(trade.realised.fees);
    this.#funding = this.#funding.plus(trade.realised.funding);
    if (net.gt(0)) {
      this.#wins += 1;
      this.#won = this.#won.plus(net);
    } else if (net.lt(0)) {
      this.#losses += 1;
      this.#lost = this.#lost.plus(net);
    }
  }

  read(): TradeSum {
    return {
      count: this.#count,
      wins: this.#wins,
      losses: this.#losses,
      price: toText(this.#price),
      fees: toText(this.#fees),
      funding: toText(this.#funding),
      net: toText(this.#won.plus(this.#lost)),
      won: toText(this.#won),
      lost: toText(this.#lost),
    };
  }
}

/** All of them together; of no trades everything is 0. */
export function tradeSum(trades: readonly EndedTrade[]): TradeSum {
  const sum = new Sum();
  for (const trade of trades) sum.add(trade);
  return sum.read();
}

/** Sums of trades with the same key, in the order in which keys first come. @param keyOf a day, a market, an hour. */
export function tradeSums<K, T extends EndedTrade>(
  trades: readonly T[],
  keyOf: (trade: T) => K,
): ReadonlyMap<K, TradeSum> {
  const sums = new Map<K, Sum>();
  for (const trade of trades) {
    const key = keyOf(trade);
    const sum = sums.get(key) ?? new Sum();
    sum.add(trade);
    sums.set(key, sum);
  }
  return new Map([...sums].map(([key, sum]) => [key, sum.read()]));
}

/** The share of trades that won, a fraction from 0 to 1, unrounded; undefined without trades. */
export const winRate = ({ wins, count }: Pick<TradeSum, 'wins' | 'count'>): Dec | undefined =>
  count === 0 ? undefined : toText(new D(wins).div(count));

const mean = (sum: Dec, count: number): Dec | undefined =>
  count === 0 ? undefined : toText(new D(sum).div(count).toDecimalPlaces(BOOKED, D.ROUND_FLOOR));

/** What a win brought on average, quote, > 0, rounded down; undefined without wins. */
export const averageWin = ({ won, wins }: Pick<TradeSum, 'won' | 'wins'>): Dec | undefined => mean(won, wins);

/** What a loss cost on average, quote, < 0, rounded away from 0; undefined without losses. */
export const averageLoss = ({ lost, losses }: Pick<TradeSum, 'lost' | 'losses'>): Dec | undefined =>
  mean(lost, losses);

/**
 * Net P/L added up as trades ended, quote: one point for each moment at which one did, ascending, ms UTC. The last one
 * is the net P/L of all.
 */
export function netCurve(trades: readonly EndedTrade[]): readonly (readonly [at: number, net: Dec])[] {
  const points: [at: number, net: Dec][] = [];
  let net = new D(0);
  for (const trade of [...trades].sort((a, b) => a.closedAt - b.closedAt)) {
    net = net.plus(bookedNet(trade.realised));
    const last = points.at(-1);
    if (last?.[0] === trade.closedAt) last[1] = toText(net);
    else points.push([trade.closedAt, toText(net)]);
  }
  return points;
}
