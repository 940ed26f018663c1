import type { ProxyMarked } from 'comlink';
import { expose, proxy } from 'comlink';
import type { Subscription } from 'rxjs';
import { filter } from 'rxjs';
import type { Clock, MarketFeed } from '../feeds/index.ts';
import type { PageSettings } from './protocol.ts';
import type { Transport } from './session/calls.ts';
import { createCaller } from './session/calls.ts';
import type { Keep } from './session/keep.ts';
import type { PageSession } from './session/session.ts';
import { Session } from './session/session.ts';
import { Heartbeats } from './streams/freshness.ts';
import { readLastVisit, writeLastVisit } from './streams/lastVisit.ts';
import { MarketList } from './streams/marketList.ts';
import { MarketRows } from './streams/marketRows.ts';
import { Sparklines } from './streams/sparklines.ts';

export type * from './protocol.ts';
export type { PageSession } from './session/session.ts';

export interface MarketApiDeps {
  readonly feed: MarketFeed;
  readonly transport: Transport;
  readonly keep: Keep;
  readonly clock: Clock;
}

/** All that a page may ask of the worker, before it has a session. */
export interface MarketApi {
  /** A session of its own for each page. */
  connect(settings: PageSettings): PageSession & ProxyMarked;
}

/** How often last values are written, and pages that are gone looked for. */
const KEEP_MS = 10_000;

/** The worker's one core, shared by all pages that connect to it. */
export function createMarketApi(deps: MarketApiDeps): MarketApi & { close(): void } {
  const { feed, transport, keep, clock } = deps;
  const rows = new MarketRows();
  const beats = new Heartbeats(clock);
  const call = createCaller(transport, clock, () => undefined);
  const sparklines = new Sparklines(call, clock);
  const list = new MarketList(call, clock, rows);
  const sessions = new Set<Session>();
  const state = { isCached: false };
  const subscriptions = follow(feed, { rows, beats, list, state });
  const restored = restoreLastVisit(keep, rows, state);
  void restored.then(() => list.load());
  const stopHousekeeping = housekeeping(deps, rows, sessions, state);

  return {
    connect(settings) {
      const session: Session = new Session(settings, {
        viewDeps: { feed, rows, beats, sparklines, clock, isCached: () => state.isCached },
        createCaller: (language) => createCaller(transport, clock, language),
        origin: () => list.origin,
        clock,
        onClose: () => sessions.delete(session),
      });
      sessions.add(session);
      return proxy(session);
    },
    close() {
      stopHousekeeping();
      list.close();
      for (const subscription of subscriptions) subscription.unsubscribe();
      for (const session of [...sessions]) session.close();
      feed.close();
    },
  };
}

interface Followed {
  readonly rows: MarketRows;
  readonly beats: Heartbeats;
  readonly list: MarketList;
  readonly state: { isCached: boolean };
}

/** Takes the feed's news to where they are kept. */
function follow(feed: MarketFeed, { rows, beats, list, state }: Followed): Subscription[] {
  const tickers$ = feed.events$.pipe(filter((event) => event.kind === 'tickers'));
  return [
    feed.events$.subscribe((event) => beats.take(event)),
    tickers$.subscribe(({ rows: tickers, at, snapshot }) => {
      state.isCached = false;
      if (rows.applyTickers(tickers, at) || !snapshot) return;
      // Tickers of markets that are not listed yet: the list is on its way, or older than they are.
      void list.load().then(() =>
        rows.applyTickers(
          tickers.filter(({ id }) => !rows.row(id)?.ticker),
          at,
        ),
      );
    }),
  ];
}

async function restoreLastVisit(keep: Keep, rows: MarketRows, state: { isCached: boolean }): Promise<void> {
  const last = await readLastVisit(keep);
  if (!last || rows.listVersion > 0 || rows.at > 0) return;
  rows.setMarkets(last.markets);
  rows.applyTickers(last.tickers, last.at);
  state.isCached = true;
}

/** Writes last values for the next visit, and closes the sessions of pages that are gone. */
function housekeeping(
  { keep, clock }: MarketApiDeps,
  rows: MarketRows,
  sessions: ReadonlySet<Session>,
  state: { readonly isCached: boolean },
): () => void {
  let stop: () => void = () => undefined;
  const next = (): void => {
    stop = clock.after(KEEP_MS, () => {
      for (const session of sessions) if (session.isGone) session.close();
      const markets = rows.list.map(({ market }) => market);
      if (!state.isCached && rows.at > 0) void writeLastVisit(keep, rows.at, markets, rows.tickers());
      next();
    });
  };
  next();
  return () => stop();
}

/** Puts an API on a port. Called in the worker's first turn: a message that finds no listener is lost. */
export function exposeApi(api: MarketApi, port?: MessagePort): void {
  expose(api, port);
}
