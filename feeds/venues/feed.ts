import { Subject } from 'rxjs';
import type { MarkRow, SourceNotice } from '../../domain/contract/index.ts';
import { parseChannel } from '../../domain/contract/index.ts';
import type { Market } from '../../domain/index.ts';
import { channelEvents } from '../rx/channel.ts';
import { keyed } from '../rx/share.ts';
import type { Clock, FeedCounts, FeedEvent, LinkState, MarketFeed, Received } from '../types.ts';
import { chosen, STALE_MS } from './health.ts';
import type { VenueHistory } from './history.ts';
import { PageVenue } from './pageVenue.ts';
import { Reading } from './reading.ts';
import type { Venue, VenueEvent, VenueMark, VenueName } from './types.ts';

export interface VenueFeedDeps {
  /** In the order of preference, at least one. */
  readonly names: readonly [VenueName, ...VenueName[]];
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** Fetches a venue's code and connects, by a clock that shows its time; tried again when it rejects. */
  readonly connect: (name: VenueName, clock: Clock) => Promise<Venue>;
}

/** A channel that is wanted, and who sends it; undefined for one that all venues send. */
interface Subscription {
  readonly channel: string;
  readonly id: string | undefined;
  from: PageVenue;
  leave: () => void;
}

const CHECK_MS = 1_000;
/** Clocks that differ by less are taken for one: a message is on its way for as long. */
const CLOCK_MS = 100;

/**
 * Venues as the feed of a page that has no exchange. Nobody is logged in there. Each market is read from the first venue
 * that has it and speaks, by the rule that the exchange follows too.
 */
export class VenueFeed implements MarketFeed {
  readonly #clock: Clock;
  readonly #events = new Subject<FeedEvent>();
  readonly events$ = this.#events.asObservable();
  readonly #venues: readonly [PageVenue, ...PageVenue[]];
  readonly #reading: Reading<PageVenue>;
  readonly #subscriptions = new Set<Subscription>();
  /** The venue that the page as a whole is said to read. */
  #read: PageVenue;
  #link: LinkState = 'connecting';
  #published: SourceNotice['state'] | undefined;
  /** Venue minus device, ms, and venue minus the device's monotonic clock as the quickest word said it. */
  #offsetMs = 0;
  #ahead = Number.NEGATIVE_INFINITY;
  #stop: () => void = () => undefined;
  /** Rises with each other list of markets. */
  listing = 0;

  constructor({ names: [first, ...others], clock, random, connect }: VenueFeedDeps) {
    this.#clock = clock;
    // What a venue sends without a time has the time of what it sends with one.
    const venueClock: Clock = {
      now: () => this.#now(),
      monotonic: () => clock.monotonic(),
      after: (ms, run) => clock.after(ms, run),
    };
    const open = (name: VenueName): PageVenue => {
      const venue: PageVenue = new PageVenue({
        name,
        clock,
        random,
        connect: () => connect(name, venueClock),
        publish: (event) => this.#take(venue, event),
        connected: () => this.#events.next({ kind: 'origin', origin: 'live' }),
        listed: () => this.#list(),
      });
      return venue;
    };
    this.#venues = [open(first), ...others.map(open)];
    this.#read = this.#venues[0];
    this.#reading = new Reading(this.#venues);
    this.#checkSoon();
  }

  /** What any venue lists, once the preferred one has been requested; empty while none has answered. */
  async markets(): Promise<readonly Market[]> {
    const [first, ...others] = this.#venues;
    await (others.length === 0 ? first.requested : this.#soon(first.requested));
    for (const venue of others) {
      if (this.#reading.markets.length > 0) break;
      await venue.requested;
    }
    return this.#reading.markets;
  }

  /** The past of a market at the venue that it is read from. */
  history(id: string): Promise<VenueHistory> {
    return this.#of(id).history;
  }

  readonly channel$ = keyed((channel: string) =>
    channelEvents(this.#events, channel, () => this.#open(channel)),
  );

  /** Of the venue that a market is read from; of another one's price, where that has sent none yet. */
  readonly received = (id: string): Received | undefined =>
    [this.#of(id), ...this.#venues]
      .map(({ tickers }) => tickers.receivedOf(id))
      .find((received) => received !== undefined);

  #open(channel: string): () => void {
    const name = parseChannel(channel);
    const id = name && 'id' in name ? name.id : undefined;
    const from = id === undefined ? this.#read : this.#of(id);
    const leave = id === undefined ? this.#openAll(channel) : from.open(channel);
    const subscription: Subscription = { channel, id, from, leave };
    this.#subscriptions.add(subscription);
    return () => {
      if (this.#subscriptions.delete(subscription)) subscription.leave();
    };
  }

  login(): void {}

  wake(): void {
    for (const venue of this.#venues) venue.wake();
  }

  counts(): FeedCounts {
    const all = this.#venues.map((venue) => venue.counts());
    const sum = (of: keyof FeedCounts) => all.reduce((total, counts) => total + counts[of], 0);
    return { dropped: sum('dropped'), resyncs: sum('resyncs'), reconnects: sum('reconnects') };
  }

  close(): void {
    this.#stop();
    for (const venue of this.#venues) venue.close();
    this.#events.complete();
  }

  /** What a venue is waited for before others count: as long as it has to speak. */
  #soon(requested: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#clock.after(STALE_MS, resolve);
      void requested.then(() => {
        stop();
        resolve();
      });
    });
  }

  #openAll(channel: string): () => void {
    const leaves = this.#venues.map((venue) => venue.open(channel));
    return () => {
      for (const leave of leaves) leave();
    };
  }

  /** A market that no venue has listed yet is read from the present venue. */
  #of(id: string): PageVenue {
    return this.#reading.board(id) ?? this.#read;
  }

  #take(venue: PageVenue, event: VenueEvent): void {
    if (event.kind === 'tickers') {
      this.#received(venue, event.snapshot ? undefined : event.at);
      const rows = event.rows.filter(({ id }) => this.#of(id) === venue);
      if (rows.length > 0) this.#events.next({ ...event, rows });
    } else if (event.kind === 'venueMarks') this.#takeMarks(venue, event);
    else if (event.kind === 'alive') {
      if (event.channels.includes('tick')) this.#received(venue);
      const channels = event.channels.filter((channel) => this.#isOf(channel, venue));
      if (channels.length > 0) this.#events.next({ ...event, channels });
    } else if (event.kind === 'lost') {
      if (this.#isOf(event.channel, venue)) this.#events.next(event);
    } else if (event.kind === 'partlyAlive') this.#received(venue);
    else if (event.kind === 'link') this.#publishLink();
    else if (event.kind === 'rest') this.#publishSource();
    else if (event.kind !== 'maintenance' && this.#of(event.id) === venue) this.#events.next(event);
  }

  #takeMarks(venue: PageVenue, { snapshot, rows, at }: Extract<VenueEvent, { kind: 'venueMarks' }>): void {
    const own = rows.filter(({ id }) => this.#of(id) === venue);
    const fundingHours = own.flatMap(({ id, funding }) => (funding ? [[id, funding.hours] as const] : []));
    // Of several venues none sends every mark.
    const isWhole = snapshot && this.#venues.length === 1;
    if (own.length > 0)
      this.#events.next({ kind: 'marks', snapshot: isWhole, rows: own.map(markRow), fundingHours, at });
  }

  #isOf(channel: string, venue: PageVenue): boolean {
    const name = parseChannel(channel);
    return (name && 'id' in name ? this.#of(name.id) : this.#read) === venue;
  }

  /** The list has been received. @param at the venue's clock, ms UTC, when it says so itself. */
  #received(venue: PageVenue, at?: number): void {
    this.#check();
    if (venue !== this.#read || at === undefined) return;
    // A word that came late says nothing of the clock: the quickest says it best.
    this.#ahead = Math.max(this.#ahead, at - this.#clock.monotonic());
    const offsetMs = Math.round(this.#ahead + this.#clock.monotonic() - this.#clock.now());
    if (Math.abs(offsetMs - this.#offsetMs) < CLOCK_MS) return;
    this.#offsetMs = offsetMs;
    this.#events.next({ kind: 'clock', offsetMs });
  }

  /** The clock of the venue that is read, as far as it is known, ms UTC. */
  #now(): number {
    return this.#clock.now() + this.#offsetMs;
  }

  #list(): void {
    this.#reading.list(this.#clock.monotonic());
    this.listing += 1;
    this.#move();
    const rows = this.#venues.flatMap((venue) =>
      [...venue.tickers.all()].filter(({ id }) => this.#reading.board(id) === venue),
    );
    // Readers of an older list learn that there is a newer one.
    if (rows.length > 0) this.#events.next({ kind: 'tickers', snapshot: true, rows, at: this.#now() });
  }

  /** Whether venues fell silent or came back: markets are read from another one then. */
  #check(): void {
    const now = this.#clock.monotonic();
    const moved = this.#reading.check(now);
    const before = this.#read;
    this.#read = chosen(this.#venues, this.#venues[0], now);
    if (this.#read !== before) this.#ahead = Number.NEGATIVE_INFINITY;
    if (moved.length > 0 || this.#read !== before) this.#move();
    const rows = moved.flatMap((id) => this.#of(id).tickers.of(id) ?? []);
    if (rows.length > 0) this.#events.next({ kind: 'tickers', snapshot: false, rows, at: this.#now() });
    this.#publishLink();
    if (this.#stateNow() !== this.#published) this.#publishSource();
  }

  /** Channels of markets that are read from another venue now are subscribed to there; what the old one sent is void. */
  #move(): void {
    const lost = new Set<string>();
    for (const subscription of this.#subscriptions) {
      const from = subscription.id === undefined ? subscription.from : this.#of(subscription.id);
      if (from === subscription.from) continue;
      subscription.leave();
      subscription.from = from;
      subscription.leave = from.open(subscription.channel);
      lost.add(subscription.channel);
    }
    for (const channel of lost) this.#events.next({ kind: 'lost', channel });
  }

  /** Later subscribers get it too: it is emitted each second. */
  #checkSoon(): void {
    this.#stop = this.#clock.after(CHECK_MS, () => {
      this.#check();
      this.#publishSource();
      this.#checkSoon();
    });
  }

  #publishLink(): void {
    const { link } = this.#read;
    if (link === this.#link) return;
    this.#link = link;
    this.#events.next({ kind: 'link', state: link });
  }

  #stateNow(): SourceNotice['state'] {
    const { health, isRefused } = this.#read;
    if (!health.isFresh(this.#clock.monotonic())) return 'gone';
    if (this.#read !== this.#venues[0]) return 'standIn';
    return isRefused ? 'partial' : 'live';
  }

  #publishSource(): void {
    const [wanted] = this.#venues;
    const state = this.#stateNow();
    this.#published = state;
    const notice: SourceNotice = { venue: this.#read.name, wanted: wanted.name, state, money: 'none' };
    this.#events.next({ kind: 'source', notice });
  }
}

/** A mark whose funding the venue has not sent yet has none. */
const markRow = ({ id, mark, index, funding }: VenueMark): MarkRow => [
  id,
  mark,
  index,
  funding?.rate ?? '0',
  funding?.nextAt ?? 0,
  'live',
];
