import { TRADES_KEPT } from '../../../domain/contract/index.ts';
import type { Market, Trade } from '../../../domain/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../../domain/index.ts';
import type { Audience } from '../audience.ts';
import { createAudience } from '../audience.ts';
import type { CandlePage, CandleQuery, MarketSource } from '../source.ts';
import { catalogue } from './catalogue.ts';
import { bookAt } from './depth.ts';
import { newestTrades } from './fills.ts';
import { createHistory } from './history.ts';
import { LiveMarket } from './live.ts';

export interface SimulatedOptions {
  /** Same seed, same market, at every moment. */
  readonly seed: number;
  /** How many markets. */
  readonly symbols: number;
  /** How much faster than real time; 1 is real time. */
  readonly speed: number;
  readonly clock: {
    /** ms UTC. */
    now(): number;
    /** @returns undo. */
    every(ms: number, run: () => void): () => void;
    /** Resolves after the event loop had a turn. */
    pause(): Promise<void>;
  };
}

const STEP_MS = 50;
const BOOK_STEPS = 2;
/** Markets made ready for the next day in one step, during a day's last hour. */
const PREPARED_A_STEP = 2;

/** A market of its own, a pure function of seed, market and time. */
export function createSimulatedSource({ seed, symbols, speed, clock }: SimulatedOptions): MarketSource {
  const started = clock.now();
  const now = () => started + (clock.now() - started) * speed;
  const history = createHistory(clock.pause);
  const markets = catalogue(seed, symbols).map((each) => new LiveMarket(each, started));
  const byId = new Map(markets.map((market) => [market.simulated.market.id, market]));
  const audience = createAudience();
  const hours = openHours(markets, now);
  const live = liveLoop(markets, audience, byId);
  const stop = clock.every(STEP_MS, () => {
    hours.refresh();
    live.step(now());
  });

  /** Bars up to now; the market is moved first, so that bars and told trades never disagree. */
  async function bars(query: CandleQuery): Promise<CandlePage> {
    const market = byId.get(query.id);
    if (!market) return { candles: [], more: false };
    const at = now();
    live.advance(market, at);
    return history.page(market.simulated, query, at, market.runningBar);
  }

  return {
    origin: 'simulated',
    markets: hours.markets,
    get version() {
      return hours.version();
    },
    now,
    tickers: () => markets.map((market) => market.ticker()),
    book(id) {
      const market = byId.get(id);
      return market && bookAt(market.simulated, market.touch, now());
    },
    trades(id) {
      const market = byId.get(id);
      return market && newestTrades(market.simulated, now(), TRADES_KEPT);
    },
    candles: bars,
    async sparkline(id) {
      const { candles } = await bars({ id, interval: '1h', limit: 24 });
      return candles.map(({ close }) => close);
    },
    subscribe: audience.subscribe,
    watch: audience.watch,
    close: stop,
  };
}

/** Moves all markets with time and tells what came of it. */
function liveLoop(markets: readonly LiveMarket[], audience: Audience, byId: ReadonlyMap<string, LiveMarket>) {
  const changed = new Set<LiveMarket>();
  let steps = 0;

  function advance(market: LiveMarket, at: number): void {
    const { id } = market.simulated.market;
    const trades: Trade[] = [];
    const fills = market.advance(at, audience.isWatched(id) ? (trade) => trades.push(trade) : undefined);
    if (fills > 0) changed.add(market);
    if (trades.length > 0) audience.tell({ kind: 'trades', id, trades });
  }

  function step(at: number): void {
    steps += 1;
    for (const market of markets) advance(market, at);
    if (changed.size > 0) {
      const rows = [...changed].map((market) => market.ticker());
      changed.clear();
      audience.tell({ kind: 'tickers', rows });
    }
    if (steps % BOOK_STEPS === 0) {
      for (const id of audience.watched()) if (byId.has(id)) audience.tell({ kind: 'book', id });
    }
    prepareTomorrow(markets, at, steps);
  }
  return { advance, step };
}

/** Markets with their hours: the list changes, and with it the version, when one opens or closes. */
function openHours(live: readonly LiveMarket[], now: () => number) {
  let list: readonly Market[] = [];
  let stateKey = '';
  let checked = Number.NEGATIVE_INFINITY;
  const refresh = () => {
    const at = now();
    if (Math.floor(at / MINUTE_MS) === checked) return;
    checked = Math.floor(at / MINUTE_MS);
    const day = Math.floor(checked / 1440);
    const minute = checked - day * 1440;
    const closed = live.filter(({ simulated: { shape } }) => shape.isOpen && !shape.isOpen(day, minute));
    const key = closed.map(({ simulated }) => simulated.market.id).join();
    if (list.length > 0 && key === stateKey) return;
    stateKey = key;
    const names = new Set(closed);
    list = live.map((each) =>
      names.has(each) ? { ...each.simulated.market, status: 'closed' } : each.simulated.market,
    );
  };
  refresh();
  return { refresh, markets: () => list, version: () => `${list.length}:${stateKey}` };
}

function prepareTomorrow(live: readonly LiveMarket[], at: number, steps: number): void {
  const tomorrow = Math.floor((at + HOUR_MS) / 86_400_000);
  if (tomorrow === Math.floor(at / 86_400_000)) return;
  for (let i = 0; i < PREPARED_A_STEP; i++)
    live[(steps * PREPARED_A_STEP + i) % live.length]?.prepare(tomorrow);
}
