import type { MarkRow } from '../../../../domain/contract/index.ts';
import type { Book, Market, Ticker } from '../../../../domain/index.ts';
import { SECOND_MS } from '../../../../domain/index.ts';
import type { ServerClock } from '../../../base/clock.ts';
import type { LiquidationTape, PrintedLiquidation } from '../../../market/liquidations.ts';
import type { MarkBoard } from '../../../market/marks/board.ts';
import type { MarketSource } from '../../../market/source.ts';
import { MarketEvents } from '../../realtime/marketEvents.ts';
import type { NumberedBooks } from '../market/books.ts';
import type { Instruments } from '../market/instruments.ts';
import { readBars } from './barFeed.ts';
import * as say from './messages.ts';
import type { StreamKind, StreamName } from './names.ts';
import { parseStream } from './names.ts';

/** Takes a stream's message, as text. */
export type Sink = (text: string) => void;

export interface FeedDeps {
  readonly source: MarketSource;
  readonly clock: ServerClock;
  readonly books: NumberedBooks;
  readonly marks: MarkBoard | undefined;
  readonly liquidations: LiquidationTape | undefined;
  readonly instruments: Readonly<Record<StreamKind, Instruments>>;
}

interface Shared {
  readonly sinks: Set<Sink>;
  readonly stop: () => void;
  /** The first message of a reader that subscribes later. */
  first: string | undefined;
}

/** Public streams: each is made once, however many read it. */
export class StreamFeeds {
  readonly #deps: FeedDeps;
  readonly #events: MarketEvents;
  readonly #shared = new Map<string, Shared>();

  constructor(deps: FeedDeps) {
    this.#deps = deps;
    this.#events = new MarketEvents(deps.source);
  }

  /** Reads a stream until undone; undefined when there is none of this name. */
  open(kind: StreamKind, name: string, sink: Sink): (() => void) | undefined {
    const parsed = parseStream(name, kind);
    const market =
      parsed && 'symbol' in parsed ? this.#deps.instruments[kind].markets.get(parsed.symbol) : undefined;
    if (!parsed || ('symbol' in parsed && !market)) return undefined;
    const key = `${kind} ${name}`;
    const shared = this.#shared.get(key) ?? this.#share(key, kind, parsed, market);
    shared.sinks.add(sink);
    if (shared.first !== undefined) sink(shared.first);
    return () => {
      shared.sinks.delete(sink);
      if (shared.sinks.size > 0 || this.#shared.get(key) !== shared) return;
      this.#shared.delete(key);
      shared.stop();
    };
  }

  close(): void {
    for (const { stop } of this.#shared.values()) stop();
    this.#shared.clear();
    this.#events.close();
  }

  #share(key: string, kind: StreamKind, name: StreamName, market: Market | undefined): Shared {
    const sinks = new Set<Sink>();
    const shared: { sinks: Set<Sink>; stop: () => void; first: string | undefined } = {
      sinks,
      stop: () => undefined,
      first: undefined,
    };
    this.#shared.set(key, shared);
    const publish = (message: unknown, isState = false): void => {
      const text = JSON.stringify(message);
      if (isState) shared.first = text;
      for (const sink of sinks) sink(text);
    };
    shared.stop = market
      ? this.#ofMarket(kind, name, market, publish)
      : this.#ofAll(kind, name, (rows) => publish(rows));
    return shared;
  }

  #ofMarket(
    kind: StreamKind,
    name: StreamName,
    market: Market,
    publish: (message: unknown, isState?: boolean) => void,
  ): () => void {
    const { clock, books, source } = this.#deps;
    const { id } = market;
    const s = this.#symbolOf(kind, id);
    if (name.kind === 'trade' || name.kind === 'aggTrade') {
      const message = name.kind === 'trade' ? say.tradeMessage : say.aggTradeMessage;
      return this.#trades(id, (trade) => publish(message(s, trade, kind, clock.now())));
    }
    if (name.kind === 'depth')
      return books.subscribe(id, (update) => publish(say.depthMessage(s, update, kind)));
    if (name.kind === 'levels')
      return this.#book(id, (state) => publish(say.levelsMessage(s, state, name.levels, kind), true));
    if (name.kind === 'bookTicker')
      return this.#best(id, (state) => publish(say.bookTickerMessage(s, state, kind), true));
    if (name.kind === 'kline')
      return readBars({ source, clock, events: this.#events }, { id, interval: name.interval }, (data) =>
        publish(
          say.klineMessage(s, name.interval, data, { tape: source.trades(id) ?? [], now: clock.now() }),
          true,
        ),
      );
    if (name.kind === 'markPrice')
      return this.#marks((rows) => {
        const row = rows.find(([each]) => each === id);
        if (row) publish(say.markMessage(s, row, clock.now()), true);
      });
    if (name.kind === 'forceOrder')
      return this.#liquidations((row) => {
        if (row.market === id) publish(say.forceOrderMessage(s, row, clock.now()));
      });
    const message = (ticker: Ticker) => this.#tickerOf(kind, name.kind === 'ticker', ticker);
    return this.#tickers((rows) => {
      const ticker = rows.find((row) => row.id === id);
      if (ticker) publish(message(ticker), true);
    });
  }

  #ofAll(kind: StreamKind, name: StreamName, publish: (rows: unknown) => void): () => void {
    const now = this.#deps.clock.now;
    const { instruments } = this.#deps;
    if (name.kind === 'allMarkPrices')
      return this.#marks((rows) => {
        const known = rows.flatMap((row) => {
          const s = instruments[kind].symbolOf(row[0]);
          return s ? [say.markMessage(s, row, now())] : [];
        });
        if (known.length > 0) publish(known);
      });
    if (name.kind === 'allBookTickers') {
      const stops = [...instruments[kind].markets].map(([s, { id }]) =>
        this.#best(id, (state) => publish(say.bookTickerMessage(s, state, kind))),
      );
      return () => {
        for (const stop of stops) stop();
      };
    }
    if (name.kind === 'allForceOrders')
      return this.#liquidations((row) => {
        const s = instruments[kind].symbolOf(row.market);
        if (s) publish(say.forceOrderMessage(s, row, now()));
      });
    return this.#tickers((rows) => {
      const own = rows.filter(({ id }) => instruments[kind].symbolOf(id) !== undefined);
      if (own.length > 0) publish(own.map((row) => this.#tickerOf(kind, name.kind === 'allTickers', row)));
    });
  }

  #symbolOf(kind: StreamKind, id: string): string {
    return this.#deps.instruments[kind].symbolOf(id) ?? id;
  }

  #tickerOf(kind: StreamKind, isFull: boolean, ticker: Ticker) {
    const { source, clock } = this.#deps;
    const s = this.#symbolOf(kind, ticker.id);
    return isFull
      ? say.tickerMessage(s, ticker, source.book(ticker.id), clock.now())
      : say.miniTickerMessage(s, ticker, clock.now());
  }

  #trades(id: string, take: (trade: Parameters<typeof say.tradeMessage>[1]) => void): () => void {
    const unwatch = this.#deps.source.watch(id);
    const stop = this.#events.of(id, (event) => {
      if (event.kind === 'trades') for (const trade of event.trades) take(trade);
    });
    return () => {
      stop();
      unwatch();
    };
  }

  #book(id: string, take: (state: say.BookState) => void): () => void {
    const { books, clock } = this.#deps;
    let isOpen = true;
    const stop = books.subscribe(id, ({ book, last, at }) => take({ book, last, at }));
    void books.snapshot(id).then(({ book, last }) => {
      if (isOpen) take({ book, last, at: clock.now() });
    });
    return () => {
      isOpen = false;
      stop();
    };
  }

  /** The same, of the best levels alone. */
  #best(id: string, take: (state: say.BookState) => void): () => void {
    let before = '';
    return this.#book(id, (state) => {
      const best = bestOf(state.book);
      if (best !== before) take(state);
      before = best;
    });
  }

  /** Once a second what has changed, all there is at first. */
  #tickers(take: (rows: readonly Ticker[]) => void): () => void {
    const { source, clock } = this.#deps;
    const changed = new Map(source.tickers().map((row) => [row.id, row]));
    const stop = this.#events.ofTickers((event) => {
      if (event.kind === 'tickers') for (const row of event.rows) changed.set(row.id, row);
    });
    const stopRounds = clock.every(SECOND_MS, () => {
      if (changed.size === 0) return;
      const rows = [...changed.values()];
      changed.clear();
      take(rows);
    });
    return () => {
      stop();
      stopRounds();
    };
  }

  #liquidations(take: (row: PrintedLiquidation) => void): () => void {
    return this.#deps.liquidations?.onLiquidation(take) ?? (() => undefined);
  }

  /** Once a second every mark. */
  #marks(take: (rows: readonly MarkRow[]) => void): () => void {
    const { marks, clock } = this.#deps;
    return clock.every(SECOND_MS, () => take(marks?.rows() ?? []));
  }
}

const bestOf = ({ bids, asks }: Book): string => `${bids[0]} ${asks[0]}`;
