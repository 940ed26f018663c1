import type { ProxyMarked } from 'comlink';
import { expose, proxy } from 'comlink';
import type { Subscription } from 'rxjs';
import { filter } from 'rxjs';
import type { Clock, MarketFeed } from '../feeds/index.ts';
import type { PageSettings } from './protocol.ts';
import type { Transport } from './session/calls.ts';
import { createCaller } from './session/calls.ts';
import type { OpenRequest } from './session/follow.ts';
import type { JournalStore } from './session/journal.ts';
import type { Keep } from './session/keep.ts';
import type { PageSession } from './session/pageSession.ts';
import type { PagesLanguage } from './session/pagesLanguage.ts';
import { Person } from './session/person.ts';
import { Session } from './session/session.ts';
import type { SubmitterDeps } from './session/submitter.ts';
import { Heartbeats } from './streams/freshness.ts';
import { LastVisit } from './streams/lastVisit.ts';
import { MarketList } from './streams/marketList.ts';
import { MarketRows } from './streams/marketRows.ts';
import { Sparklines } from './streams/sparklines.ts';

export type { PictureRefusal, Pictures, Pixels } from './pictures/pictures.ts';
export type * from './protocol.ts';
export type { FromService, ToService } from './service/messages.ts';
export type { PageSession } from './session/pageSession.ts';

export interface MarketApiDeps {
  readonly feed: MarketFeed;
  readonly transport: Transport;
  readonly keep: Keep;
  readonly clock: Clock;
  /** Where money-moving calls outlive a reload. */
  readonly journal: JournalStore;
  /** A request that tells how much of it has gone out. */
  readonly openRequest: OpenRequest;
  readonly newKey: () => string;
  /** The name of the lock that the worker holds for as long as it lives; empty while it holds none. */
  readonly life: () => string;
  readonly exclusively: SubmitterDeps['exclusively'];
  /** Shared with whatever else sends requests for this worker. */
  readonly language: PagesLanguage;
}

/** All that a page may ask of the worker, before it has a session. */
export interface MarketApi {
  /** A session of its own for each page. */
  connect(settings: PageSettings): PageSession & ProxyMarked;
}

/** How often last values are written, and pages that are gone looked for. */
const ROUND_MS = 10_000;

/** The worker's one core, shared by all pages that connect to it. */
export function createMarketApi(deps: MarketApiDeps): MarketApi & { close(): void } {
  const { feed, transport, keep, clock } = deps;
  const rows = new MarketRows();
  const beats = new Heartbeats(clock);
  const language = () => deps.language.current;
  const call = createCaller(transport, clock, { language, token: () => null });
  const person = new Person({ ...deps, language, serverNow: () => beats.serverNow() });
  const sparklines = new Sparklines(call, clock);
  const sessions = new Set<Session>();
  const list = new MarketList(call, clock, rows, () => [...sessions].some(({ isSeen }) => isSeen));
  const lastVisit = new LastVisit(keep, rows);
  const subscriptions = follow(feed, { rows, beats, list, lastVisit, person });
  const setPace = () => feed.setPace?.([...sessions].every(({ isSlow }) => isSlow));
  const stopRounds = rounds(clock, () => {
    for (const session of [...sessions]) session.round();
    setPace();
    void lastVisit.write();
  });

  /** A page that is not seen any more may never come back. */
  const told = (now: PageSettings, before?: PageSettings): void => {
    if (before?.visible && !now.visible) void lastVisit.write();
    deps.language.take(now, before);
    if (now.token !== before?.token) person.login(now.token);
    setPace();
  };

  return {
    connect(settings) {
      const session: Session = new Session(settings, {
        viewDeps: {
          feed,
          rows,
          beats,
          sparklines,
          clock,
          keep,
          newKey: deps.newKey,
          funds: person.funds,
          orders: person.orders,
          inbox: person.inbox,
          submitter: person.submitter,
          isCached: () => lastVisit.isShown,
        },
        createCaller: (who) => createCaller(transport, clock, who),
        submit: (...call) => person.submitter.submit(...call),
        onSettings: told,
        hasEnded: (token) => token !== null && person.hasEnded(token),
        origin: () => list.origin,
        clock,
        life: deps.life,
        openRequest: deps.openRequest,
        onClose: () => {
          sessions.delete(session);
          setPace();
        },
      });
      sessions.add(session);
      setPace();
      // The first page says in which language to ask.
      if (!list.isBegun) void list.load();
      return proxy(session);
    },
    close() {
      stopRounds();
      list.close();
      sparklines.close();
      person.close();
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
  readonly lastVisit: LastVisit;
  readonly person: Person;
}

/** Takes the feed's news, and what the last visit left, to where they are kept. */
function follow(feed: MarketFeed, { rows, beats, list, lastVisit, person }: Followed): Subscription[] {
  void lastVisit.restore();
  const tickers$ = feed.events$.pipe(filter((event) => event.kind === 'tickers'));
  return [
    feed.events$.subscribe((event) => {
      beats.take(event);
      if (event.kind === 'marks') rows.marks.take(event);
      person.take(event);
    }),
    tickers$.subscribe(({ rows: tickers, at, snapshot }) => {
      lastVisit.confirm();
      const areAllListed = rows.applyTickers(tickers, at, snapshot);
      // A whole snapshot was told, and the list knows less: it is older, or has not come yet.
      if ((snapshot || rows.list.length === 0) && !areAllListed) void list.load();
    }),
  ];
}

/** Runs now and then until undone. */
function rounds(clock: Clock, run: () => void): () => void {
  let stop: () => void = () => undefined;
  const next = (): void => {
    stop = clock.after(ROUND_MS, () => {
      next();
      run();
    });
  };
  next();
  return () => stop();
}

/** Puts an API on a port. Called in the worker's first turn: a message that finds no listener is lost. */
export function exposeApi(api: MarketApi, port?: MessagePort): void {
  expose(api, port);
}
