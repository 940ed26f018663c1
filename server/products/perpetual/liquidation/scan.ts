import type { ScreenPosition, ScreenTable, TierTable, WarnedLevel } from '../../../../domain/index.ts';
import {
  liquidationScreen,
  marginRatioScreen,
  screenPosition,
  screenTable,
  tiersOfMarket,
  toScreenNumber,
  toText,
  warningScreen,
} from '../../../../domain/index.ts';
import type { OrderBook } from '../../../matching/orderBook.ts';
import type { FuturesOrder } from '../batch/order.ts';
import type { HeldPosition } from '../batch/position.ts';
import type { Store } from '../batch/store.ts';
import { warningScope } from '../batch/store.ts';

/** Positions that share one margin: an isolated position, or the cross side of an account. */
interface Group {
  readonly userId: number;
  /** Of the first position, which names the group. */
  readonly market: string;
  readonly positions: readonly ScreenPosition[];
  /** Indices of their markets' marks. */
  readonly places: readonly number[];
  readonly wallet: number;
  /** The level of its user's present warning. */
  readonly warned: WarnedLevel;
  /** Their marks, filled in at each scan. */
  readonly marks: Float64Array;
}

/** A candidate, to be checked in decimals. */
export interface Suspect {
  readonly userId: number;
  readonly market: string;
}

/** A market's mark as the scan reads it. */
interface ScannedMark {
  readonly mark: number;
  /** Whether positions in the market may be liquidated at it now. */
  readonly isLive: boolean;
}

/** The result of a scan. */
interface Found {
  /** Candidates for liquidation. */
  readonly suspects: Suspect[];
  /** Users whose warning may begin or end. */
  readonly near: Suspect[];
}

/**
 * Scans all positions at every mark, in float64: it finds candidates for liquidation, and decides nothing. A
 * user's state is rebuilt when an order or position of the user has changed.
 */
export class Scan {
  readonly #store: Store;
  readonly #bookOf: (market: string) => OrderBook<FuturesOrder> | undefined;
  readonly #tables = new Map<TierTable, ScreenTable>();
  readonly #places = new Map<string, number>();
  readonly #groups = new Map<number, readonly Group[]>();
  readonly #changed = new Set<number>();
  /** Users with a position in a market that is not listed, by market: they do not change when it is listed again. */
  readonly #unlisted = new Map<string, Set<number>>();
  /** No number where a market has had no mark: zero would be a price, at which shorts gain all that they are worth. */
  #marks = new Float64Array(64).fill(Number.NaN);

  constructor(store: Store, orderBookOf: (market: string) => OrderBook<FuturesOrder> | undefined) {
    this.#store = store;
    this.#bookOf = orderBookOf;
    for (const user of store.users) this.#changed.add(user);
  }

  /** A user's positions, orders or money have changed. */
  changed(user: number): void {
    this.#changed.add(user);
  }

  /** @param markOf undefined for a market that has had no mark yet. */
  check(markOf: (market: string) => ScannedMark | undefined): Found {
    this.#takeListed();
    for (const user of this.#changed) this.#build(user);
    this.#changed.clear();
    const live = new Uint8Array(this.#marks.length);
    for (const [market, place] of this.#places) {
      const known = markOf(market);
      live[place] = known?.isLive ? 1 : 0;
      if (known) this.#marks[place] = known.mark;
    }
    const found: Found = { suspects: [], near: [] };
    for (const groups of this.#groups.values()) {
      for (const group of groups) {
        const { userId, market, positions, places, wallet, warned, marks } = group;
        let isLive = false;
        let isKnown = true;
        for (let i = 0; i < places.length; i++) {
          const place = places[i] ?? 0;
          const mark = this.#marks[place] ?? Number.NaN;
          marks[i] = mark;
          isLive ||= live[place] === 1;
          isKnown &&= !Number.isNaN(mark);
        }
        // What a market without a mark gains or loses is not known, and with it what backs the others.
        if (!isLive || !isKnown) continue;
        if (liquidationScreen(wallet, positions, marks)) found.suspects.push({ userId, market });
        else if (warningScreen(warned, marginRatioScreen(wallet, positions, marks)))
          found.near.push({ userId, market });
      }
    }
    return found;
  }

  #takeListed(): void {
    for (const [market, users] of this.#unlisted) {
      if (!this.#bookOf(market)) continue;
      this.#unlisted.delete(market);
      for (const user of users) this.#changed.add(user);
    }
  }

  #build(user: number): void {
    const positions = this.#store.positionsOf(user);
    if (positions.length === 0) {
      this.#groups.delete(user);
      return;
    }
    const isolated = positions.filter(({ mode }) => mode === 'isolated');
    const cross = positions.filter(({ mode }) => mode === 'cross');
    const { posted, held } = this.#store.wallet(user);
    const wallet = toScreenNumber(toText(posted.minus(held)));
    const groups = [
      ...isolated.flatMap((each) => this.#group(user, [each], toScreenNumber(each.margin)) ?? []),
      ...(cross.length > 0 ? [this.#group(user, cross, wallet) ?? []].flat() : []),
    ];
    this.#groups.set(user, groups);
  }

  /** Undefined for a market that the source does not list: without a price it is not liquidated. */
  #group(userId: number, positions: readonly HeldPosition[], wallet: number): Group | undefined {
    const screened: ScreenPosition[] = [];
    for (const each of positions) {
      const table = this.#tableOf(each.market);
      if (!table) {
        this.#unlisted.set(each.market, (this.#unlisted.get(each.market) ?? new Set()).add(userId));
        return undefined;
      }
      screened.push(screenPosition(each, table));
    }
    return {
      userId,
      market: positions[0]?.market ?? '',
      positions: screened,
      places: positions.map(({ market }) => this.#placeOf(market)),
      wallet,
      warned: positions[0] ? this.#store.warned(userId, warningScope(positions[0])) : 0,
      marks: new Float64Array(positions.length),
    };
  }

  #placeOf(market: string): number {
    const known = this.#places.get(market);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#places.set(market, place);
    if (place >= this.#marks.length) {
      const larger = new Float64Array(2 * this.#marks.length).fill(Number.NaN);
      larger.set(this.#marks);
      this.#marks = larger;
    }
    return place;
  }

  #tableOf(id: string): ScreenTable | undefined {
    const market = this.#bookOf(id)?.market;
    if (!market) return undefined;
    const tiers = tiersOfMarket(market);
    const known = this.#tables.get(tiers);
    if (known) return known;
    const made = screenTable(tiers);
    this.#tables.set(tiers, made);
    return made;
  }
}
