import type { ProxyMarked } from 'comlink';
import { expose, proxy } from 'comlink';
import type { Subscription } from 'rxjs';
import { filter, merge, of, Subject, tap, timer } from 'rxjs';
import type { Clock, MarketFeed } from '../feeds/index.ts';
import { schedulerOf } from '../feeds/index.ts';
import type { PageSettings } from './protocol.ts';
import type { Transport } from './session/caller.ts';
import { createCaller } from './session/calls.ts';
import type { OpenRequest } from './session/follow.ts';
import type { JournalStore } from './session/journal.ts';
import type { KeyValueStore } from './session/keyValueStore.ts';
import type { PageSession } from './session/pageSession.ts';
import type { PagesLanguage } from './session/pagesLanguage.ts';
import { Session } from './session/session.ts';
import type { SubmitterDeps } from './session/submitter.ts';
import { User } from './session/user.ts';
import { createStreams } from './streams/index.ts';
import { Sparklines } from './streams/sparklines.ts';

export type { PictureRefusal, Pictures, Pixels } from './pictures/pictures.ts';
export type * from './protocol.ts';
export type { FromService, ToService } from './service/messages.ts';
export type { PageSession } from './session/pageSession.ts';

export interface MarketApiDeps {
  readonly feed: MarketFeed;
  readonly transport: Transport;
  readonly keep: KeyValueStore;
  readonly clock: Clock;
  /** Where money-moving calls outlive a reload. */
  readonly journal: JournalStore;
  /** A request that reports how much of it has gone out. */
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
  const scheduler = schedulerOf(clock);
  const language = () => deps.language.current;
  const call = createCaller(transport, clock, { language, token: () => null });
  const user = new User({ ...deps, language });
  const { account$ } = user;
  const seen = new Subject<void>();
  const sessions = new Set<Session>();
  const streams = createStreams({
    ...{ feed, account$, call, keep, clock, scheduler },
    callAsUser: user.call,
    seen$: merge(of(undefined), seen).pipe(filter(() => [...sessions].some(({ isSeen }) => isSeen))),
  });
  const { rows, ages, funds, orders, inbox, lastVisit } = streams;
  const sparklines = new Sparklines(call, clock, scheduler);
  const setPace = () => feed.setPace?.([...sessions].every(({ isSlow }) => isSlow));
  const rounds$ = timer(ROUND_MS, ROUND_MS, scheduler).pipe(
    tap(() => {
      for (const session of [...sessions]) session.round();
      setPace();
      void lastVisit.write();
    }),
  );
  const accounts$ = feed.events$.pipe(tap((event) => user.take(event)));
  const running = merge(streams.stored$, accounts$, rounds$).subscribe();
  let listing: Subscription | undefined;
  const viewDeps = {
    ...{ feed, streams, rows, ages, funds, orders, inbox, sparklines, clock, scheduler, keep },
    newKey: deps.newKey,
    submitter: user.submitter,
    isCached: () => lastVisit.isShown,
  };

  const publish = (now: PageSettings, before?: PageSettings): void => {
    // A page that is not seen any more may never come back.
    if (before?.visible && !now.visible) void lastVisit.write();
    deps.language.take(now, before);
    if (now.token !== before?.token) user.login(now.token);
    setPace();
    if (now.visible) seen.next();
  };

  return {
    connect(settings) {
      const session: Session = new Session(settings, {
        ...{ viewDeps, clock, life: deps.life, openRequest: deps.openRequest },
        createCaller: (who) => createCaller(transport, clock, who),
        submit: (...call) => user.submitter.submit(...call),
        onSettings: publish,
        hasEnded: (token) => token !== null && user.hasEnded(token),
        origin: () => rows.list[0]?.market.origin,
        onClose: () => {
          sessions.delete(session);
          setPace();
        },
      });
      sessions.add(session);
      // Once it is among them: what waits for somebody who looks counts those pages.
      publish(settings);
      // The first page says in which language to ask.
      listing ??= streams.markets$.subscribe();
      return proxy(session);
    },
    close() {
      running.unsubscribe();
      listing?.unsubscribe();
      sparklines.close();
      user.close();
      for (const session of [...sessions]) session.close();
      feed.close();
    },
  };
}

/** Puts an API on a port. Called in the worker's first turn: a message that finds no listener is lost. */
export function exposeApi(api: MarketApi, port?: MessagePort): void {
  expose(api, port);
}
