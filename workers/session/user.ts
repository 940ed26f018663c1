import type { Observable } from 'rxjs';
import { Subject } from 'rxjs';
import type { Clock, FeedEvent, MarketFeed } from '../../feeds/index.ts';
import type { AccountEvent } from '../streams/account.ts';
import type { ExtraCaller, Identity, Transport } from './caller.ts';
import { createCaller } from './calls.ts';
import type { JournalStore } from './journal.ts';
import type { SubmitterDeps } from './submitter.ts';
import { Submitter } from './submitter.ts';

export interface UserDeps extends Pick<SubmitterDeps, 'newKey' | 'exclusively'> {
  readonly feed: MarketFeed;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly journal: JournalStore;
  /** Of the page that spoke last: calls in doubt are looked up in it, whichever page sent them. */
  readonly language: Identity['language'];
}

/** The user of this device: the private channel, and the calls in doubt. */
export class User {
  readonly #account = new Subject<AccountEvent>();
  /** What is published to them. */
  readonly account$: Observable<AccountEvent> = this.#account;
  /** Asks as the logged-in user. */
  readonly call: ExtraCaller;
  readonly submitter: Submitter;
  readonly #feed: MarketFeed;
  #uid: string | undefined;
  #token: string | null = null;
  /** Tokens that the exchange has ended; pages that show one are notified. */
  readonly #ended = new Set<string>();

  constructor({ feed, transport, clock, journal, language, newKey, exclusively }: UserDeps) {
    this.#feed = feed;
    this.call = createCaller(transport, clock, { language, token: () => this.#token });
    this.submitter = new Submitter({
      clock,
      store: journal,
      newKey,
      exclusively,
      call: this.call,
      owner: () => this.#uid,
    });
  }

  /** All pages of this origin share one login: the newest word counts. */
  login(token: string | null): void {
    if (token === this.#token) return;
    this.#token = token;
    this.#clear();
    this.submitter.forget();
    this.#feed.login(token);
  }

  /** Whether the exchange has ended this login. */
  hasEnded(token: string): boolean {
    return this.#ended.has(token);
  }

  take(event: FeedEvent): void {
    if (event.kind === 'private') {
      const isNew = this.#uid === undefined && 'snapshot' in event;
      if ('snapshot' in event) this.#uid = event.snapshot.uid;
      this.#account.next(event);
      if (isNew) void this.submitter.reconcile();
    } else if (event.kind === 'loginEnded') {
      this.#ended.add(event.token);
      if (event.token === this.#token) this.#clear();
    }
  }

  close(): void {
    this.submitter.close();
    this.#account.complete();
  }

  #clear(): void {
    this.#uid = undefined;
    this.#account.next({ kind: 'cleared' });
  }
}
