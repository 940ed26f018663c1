import type { Clock, FeedEvent, MarketFeed } from '../../feeds/index.ts';
import { Funds } from '../streams/funds.ts';
import { Inbox } from '../streams/inbox.ts';
import { Orders } from '../streams/orders.ts';
import type { Identity, Transport } from './calls.ts';
import { createCaller } from './calls.ts';
import type { JournalStore } from './journal.ts';
import type { SubmitterDeps } from './submitter.ts';
import { Submitter } from './submitter.ts';

export interface PersonDeps extends Pick<SubmitterDeps, 'newKey' | 'exclusively'> {
  readonly feed: MarketFeed;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly journal: JournalStore;
  /** Of the page that spoke last: calls in doubt are asked after in it, whoever sent them. */
  readonly language: Identity['language'];
  /** The exchange's clock, ms UTC. */
  readonly serverNow: () => number;
}

/** Whoever is logged in on this device: their private channel, their money, their calls in doubt. */
export class Person {
  readonly funds = new Funds();
  readonly orders = new Orders();
  readonly inbox = new Inbox();
  readonly submitter: Submitter;
  readonly #feed: MarketFeed;
  readonly #now: () => number;
  #token: string | null = null;
  /** Tokens that the exchange has ended; pages that show one are told so. */
  readonly #ended = new Set<string>();

  constructor({ feed, transport, clock, journal, language, newKey, exclusively, serverNow }: PersonDeps) {
    this.#feed = feed;
    this.#now = serverNow;
    this.submitter = new Submitter({
      clock,
      store: journal,
      newKey,
      exclusively,
      call: createCaller(transport, clock, { language, token: () => this.#token }),
      owner: () => this.funds.uid,
    });
  }

  /** All pages of this origin share one login: the newest word counts. */
  login(token: string | null): void {
    if (token === this.#token) return;
    this.#token = token;
    this.funds.clear();
    this.orders.clear();
    this.inbox.clear();
    this.submitter.forget();
    this.#feed.login(token);
  }

  /** Whether the exchange has ended this login. */
  hasEnded(token: string): boolean {
    return this.#ended.has(token);
  }

  take(event: FeedEvent): void {
    if (event.kind === 'private') {
      const isNew = this.funds.uid === undefined;
      this.funds.take(event);
      this.orders.take(event);
      this.inbox.take(event, this.#now());
      if (isNew && this.funds.uid !== undefined) void this.submitter.reconcile();
    } else if (event.kind === 'loginEnded') {
      this.#ended.add(event.token);
      if (event.token !== this.#token) return;
      this.funds.clear();
      this.orders.clear();
      this.inbox.clear();
    }
  }

  close(): void {
    this.submitter.close();
  }
}
