import type { Observable, SchedulerLike } from 'rxjs';
import { defer, filter, map, merge, Subscription, startWith, tap, using } from 'rxjs';
import { PRIVATE_CHANNEL } from '../../domain/contract/index.ts';
import type { Book, Trade } from '../../domain/index.ts';
import type { Clock, FeedEvent, MarketFeed } from '../../feeds/index.ts';
import { keyed, sharedWithLinger } from '../../feeds/index.ts';
import type { Caller } from '../session/caller.ts';
import type { KeyValueStore } from '../session/keyValueStore.ts';
import type { AccountEvent } from './account.ts';
import { accountState } from './account.ts';
import { Ages } from './age.ts';
import { Funds } from './balances.ts';
import { booksOf } from './book.ts';
import type { BarSource } from './candles.ts';
import { Inbox } from './inbox.ts';
import { LastVisit } from './lastVisit.ts';
import { MarketRows } from './marketRows.ts';
import { listedMarkets } from './markets.ts';
import type { Marks } from './marks.ts';
import { marksOf } from './marks.ts';
import { News } from './news.ts';
import { Orders } from './orders.ts';
import { createPrices } from './prices.ts';
import { appliedTickers } from './tickers.ts';
import { tradesOf } from './trades.ts';

export interface StreamsDeps {
  readonly feed: MarketFeed;
  /** What is published to the logged-in user. */
  readonly account$: Observable<AccountEvent>;
  /** Emits when, or once, somebody looks at a page. */
  readonly seen$: Observable<unknown>;
  /** As nobody, and as the logged-in user. */
  readonly call: Caller;
  readonly callAsUser: Caller;
  readonly keep: KeyValueStore;
  readonly clock: Clock;
  readonly scheduler: SchedulerLike;
}

export type Streams = ReturnType<typeof createStreams>;

/**
 * All that the worker knows, as streams of states. Each is shared by all views of all pages, opens its channel with
 * its first subscriber and closes it a moment after its last. What flows is the state itself, changed in place.
 */
export function createStreams(deps: StreamsDeps) {
  const { feed, account$, call, scheduler, clock } = deps;
  const ages = new Ages(clock, feed.received);
  const rows = new MarketRows();
  const funds = new Funds();
  const orders = new Orders();
  const inbox = new Inbox(() => ages.serverNow());
  const news = new News();
  const lastVisit = new LastVisit(deps.keep, rows);

  /** A channel for as long as somebody subscribes; its age is published among those that are followed. */
  const watched = <T>(channel: string, state$: Observable<T>): Observable<T> =>
    using(
      () => new Subscription(ages.follow(channel)),
      () => state$,
    );
  const channel$ = keyed((channel: string) => watched(channel, feed.channel$(channel)));
  const shared = <T>() => sharedWithLinger<T>(scheduler);
  const own = <T>(state$: Observable<T>, state: T): Observable<T> =>
    watched(PRIVATE_CHANNEL, state$.pipe(startWith(state)));

  const applied$ = appliedTickers(feed.events$, { rows, ages, lastVisit });
  const old$ = applied$.pipe(filter(({ isListOld }) => isListOld));
  const markets$ = listedMarkets({
    ...{ call, scheduler, rows, old$, seen$: deps.seen$ },
    version$: feed.events$.pipe(
      filter((event) => event.kind === 'listed'),
      map(({ version }) => version),
    ),
  });
  const prices = createPrices({ feed, rows, scheduler, channel$, known$: merge(applied$, markets$) });
  const marks$: Observable<Marks> = marksOf(channel$('mark')).pipe(shared());
  const balances$ = accountState(account$, funds);
  const orders$ = accountState(account$, orders);
  const inbox$ = accountState(account$, inbox);

  return {
    ...{ ages, rows, funds, orders, inbox, news, lastVisit },
    account$,
    ...{ scheduler, clock, callAsUser: deps.callAsUser },
    ...prices,
    marks$,
    book$: keyed((id: string): Observable<Book> => booksOf(channel$(`book:${id}`)), shared()),
    trades$: keyed((id: string): Observable<readonly Trade[]> => tradesOf(channel$(`trade:${id}`)), shared()),
    bars: { call, channel$ } satisfies BarSource,
    balances$: own(balances$, funds),
    orders$: own(orders$, orders),
    inbox$: inbox$.pipe(startWith(inbox)),
    /** What goes on whether or not anybody looks. */
    stored$: kept(
      merge(aged(feed.events$, ages), applied$, balances$, orders$, inbox$, accountState(account$, news)),
      lastVisit,
    ),
    markets$: markets$.pipe(startWith(rows)),
  };
}

/** Notes when each channel was received. */
const aged = (events$: Observable<FeedEvent>, ages: Ages): Observable<unknown> =>
  events$.pipe(tap((event) => ages.take(event)));

/** Begins with what the last visit left. */
const kept = (states$: Observable<unknown>, lastVisit: LastVisit): Observable<unknown> =>
  defer(() => {
    void lastVisit.restore();
    return states$;
  });
