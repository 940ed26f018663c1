import type { Subscription } from 'rxjs';
import type { Dec, Market } from '../../domain/index.ts';
import { isZeroDec } from '../../domain/index.ts';
import { poll } from '../rx/poll.ts';
import { schedulerOf } from '../rx/scheduler.ts';
import type { Clock } from '../types.ts';
import type { VenueKind } from '../venues/types.ts';
import type { HyperliquidQuestions } from './questions.ts';
import type { CoinContext } from './rows.ts';
import type { HyperliquidCoin } from './universe.ts';
import { marketOf } from './universe.ts';

/** A market with the newest that is known of it by question. */
export interface Listed {
  readonly coin: HyperliquidCoin;
  readonly context: CoinContext;
  readonly market: Market;
  /** Quote per base. */
  readonly price: Dec;
}
/** Everything that is read of the venue, at one moment. */
export interface World {
  readonly markets: readonly Market[];
  /** By ids of ours. */
  readonly byId: ReadonlyMap<string, Listed>;
  /** By the venue's names. */
  readonly byCoin: ReadonlyMap<string, Listed>;
  /** Perpetuals by position, as contexts are listed. */
  readonly perpetuals: readonly (HyperliquidCoin | undefined)[];
}

/** @param isOld whether its prices are of some time ago: a newer one is requested, and follows when it comes. */
type WorldListener = (world: World, isOld: boolean) => void;

export interface WorldsDeps {
  readonly clock: Clock;
  readonly questions: HyperliquidQuestions;
  readonly kinds: readonly VenueKind[];
  /** The interval of requests while there are listeners. */
  readonly everyMs: number;
}

/** The venue's markets and their contexts: one request, as one answer holds both. */
export class Worlds {
  readonly #deps: WorldsDeps;
  readonly #listeners = new Set<WorldListener>();
  #newest: { readonly world: World; readonly at: number } | undefined;
  #requesting: Promise<World> | undefined;
  #following: Subscription | undefined;

  constructor(deps: WorldsDeps) {
    this.#deps = deps;
  }

  /** The newest, not older than a time. @throws {VenueError} */
  get(mostAgeMs: number): Promise<World> {
    const age = this.#newest ? this.#deps.clock.monotonic() - this.#newest.at : Number.POSITIVE_INFINITY;
    if (this.#newest && age < mostAgeMs) return Promise.resolve(this.#newest.world);
    this.#requesting ??= this.#ask().finally(() => {
      this.#requesting = undefined;
    });
    return this.#requesting;
  }

  /** Listens for each new one; requests are sent while there are listeners. @returns undo. */
  listen(listener: WorldListener): () => void {
    const { clock, everyMs } = this.#deps;
    this.#listeners.add(listener);
    if (this.#newest) listener(this.#newest.world, clock.monotonic() - this.#newest.at >= everyMs);
    if (this.#listeners.size === 1) this.#follow();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  close(): void {
    this.#following?.unsubscribe();
  }

  /** A failure has been emitted as the state of requests; the next one follows in its time. */
  #follow(): void {
    const { clock, everyMs } = this.#deps;
    const plan = { everyMs, retryMs: () => everyMs, scheduler: schedulerOf(clock) };
    this.#following?.unsubscribe();
    this.#following = poll(plan, () => this.get(everyMs)).subscribe();
  }

  async #ask(): Promise<World> {
    const { questions, kinds, clock } = this.#deps;
    const none = { coins: [], contexts: [] };
    const [perpetuals, spots] = await Promise.all([
      kinds.includes('perpetual') ? questions.perpetuals() : none,
      kinds.includes('spot') ? questions.spots() : none,
    ]);
    const listed = [perpetuals, spots].flatMap(({ coins, contexts }) =>
      coins.map((coin, i) => listedOf(coin, contexts[i])).filter((each) => each !== undefined),
    );
    const world = this.#worldOf(listed, perpetuals.coins);
    this.#newest = { world, at: clock.monotonic() };
    for (const listener of [...this.#listeners]) listener(world, false);
    return world;
  }

  /** The list of markets is the same one until a market or a step of it changes. */
  #worldOf(listed: readonly Listed[], perpetuals: World['perpetuals']): World {
    const before = this.#newest?.world.markets;
    const now = listed.map(({ market }) => market);
    const isSame = before?.length === now.length && before.every((market, i) => isSameMarket(market, now[i]));
    return {
      markets: isSame ? before : now,
      byId: new Map(listed.map((each) => [each.coin.id, each])),
      byCoin: new Map(listed.map((each) => [each.coin.coin, each])),
      perpetuals,
    };
  }
}

const isSameMarket = (a: Market, b: Market | undefined): boolean => a.id === b?.id && a.tick === b.tick;

/** A market that is dead has neither a middle nor any volume: it is left out. */
function listedOf(coin: HyperliquidCoin | undefined, context: CoinContext | undefined): Listed | undefined {
  if (!coin || !context) return undefined;
  const price = context.mid ?? (isZeroDec(context.volume) ? undefined : context.mark);
  const market = price === undefined ? undefined : marketOf(coin, price);
  return market && price !== undefined ? { coin, context, market, price } : undefined;
}
