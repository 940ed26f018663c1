import { TRADES_KEPT } from '../../../domain/contract/index.ts';
import type { Book, Market } from '../../../domain/index.ts';
import { barStart } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import { createAudience } from '../audience.ts';
import type { MarketSource } from '../source.ts';
import { FlightTape } from './flightTape.ts';
import { FrameTape } from './frameTape.ts';
import { MinuteTape } from './minuteTape.ts';
import type { Recordings } from './recordings.ts';
import { ReplayedMarket } from './replayedMarket.ts';

export interface ReplayOptions {
  readonly recordings: Recordings;
  /** How much faster than recorded. */
  readonly speed: number;
  /** Whether a tape starts again after its end; otherwise it stands still. */
  readonly loop: boolean;
  readonly clock: ServerClock;
}

/** What a replay adds to a source: the venue's own view of a book, to compare with. */
export interface ReplaySource extends MarketSource {
  /** Undefined for a market without frames. */
  venueBook(
    id: string,
    depth: number,
  ): { readonly lastUpdateId: number | undefined; readonly book: Book } | undefined;
  /** Whether all frames have been played; stays false while they loop. */
  isDone(): boolean;
}

const STEP_MS = 50;

/** Recorded real market data, played as if it came now. */
export function createReplaySource({ recordings, speed, loop, clock }: ReplayOptions): ReplaySource {
  const started = clock.now();
  const now = () => started + (clock.now() - started) * speed;
  const audience = createAudience();
  const all = new Map<string, ReplayedMarket>();
  const enter = (market: Market) => {
    const replayed = new ReplayedMarket(market);
    all.set(market.id, replayed);
    return replayed;
  };
  const pace = { clock, now, speed, loop };
  const frames = new Map(
    recordings.frames.map((recording) => {
      const market = enter(recording.market);
      return [recording.market.id, new FrameTape({ recording, market, audience, pace })];
    }),
  );
  const minutes = recordings.minutes.map((recording) => {
    const market = enter(recording.market);
    return new MinuteTape(recording, market, audience, started);
  });
  const changed = new Set<string>();
  const moved = (id: string) => changed.add(id);
  const flights = recordings.flights.map(
    (recording) => new FlightTape({ recording, enter, audience, moved, pace }),
  );
  const tapes = [...frames.values(), ...flights];
  audience.subscribe((event) => {
    if (event.kind === 'trades') changed.add(event.id);
  });
  let minute = barStart(now(), '1m');
  const stop = clock.every(STEP_MS, () => {
    for (const tape of minutes) tape.advance(now());
    // A minute later the 24 hours of every market begin a minute later.
    if (barStart(now(), '1m') > minute) for (const id of all.keys()) changed.add(id);
    minute = barStart(now(), '1m');
    const rows = [...changed].map((id) => all.get(id)?.ticker(now())).filter((row) => row !== undefined);
    changed.clear();
    if (rows.length > 0) audience.publish({ kind: 'tickers', rows });
  });
  for (const tape of tapes) void tape.play();

  const list = [...all.values()].map(({ market }) => market);
  return {
    origin: 'recorded',
    version: `recorded:${list.length}`,
    markets: () => list,
    now,
    tickers: () => [...all.values()].map((market) => market.ticker(now())).filter((row) => row !== undefined),
    book: (id) => all.get(id)?.book,
    last: (id) => all.get(id)?.trades.at(-1)?.price,
    trades: (id) => all.get(id)?.trades.slice(-TRADES_KEPT),
    candles: async (query) => all.get(query.id)?.page(query) ?? { candles: [], more: false },
    sparkline: async (id) => all.get(id)?.sparkline() ?? [],
    subscribe: audience.subscribe,
    watch: audience.watch,
    venueBook: (id, depth) => frames.get(id)?.venueBook(depth),
    isDone: () => tapes.every((tape) => tape.isDone),
    close() {
      stop();
      for (const tape of tapes) tape.close();
    },
  };
}
