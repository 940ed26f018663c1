import type { Clock, Socket, VenueHosts, VenueName } from '../../feeds/index.ts';
import { createAsk, isVenueName, loadVenue, VenueFeed } from '../../feeds/index.ts';
import type { Transport } from './caller.ts';
import { createVenueTransport } from './venueTransport.ts';

/** Levels that a phone shows; venues push so many whole, without a request. */
const BOOK_LEVELS = 20;
const ANSWER_MS = 15_000;
const FIRST: VenueName = 'binance';

export interface VenuePartsDeps {
  /** The worker's name; what follows its last colon names the venues, the preferred one first. */
  readonly name: string;
  readonly hosts: VenueHosts;
  readonly clock: Clock;
  readonly random: () => number;
  readonly fetch: typeof fetch;
  readonly createSocket: (url: string) => Socket;
}

/** Feed and answers of a page that reads venues itself. Names that are none are left out; without any it reads one. */
export function createVenueParts({ name, hosts, clock, random, fetch: send, createSocket }: VenuePartsDeps): {
  readonly feed: VenueFeed;
  readonly transport: Transport;
  /** The venues' names, joined. */
  readonly venue: string;
} {
  const [first = FIRST, ...others] = new Set(
    name
      .slice(name.lastIndexOf(':') + 1)
      .split(',')
      .filter(isVenueName),
  );
  const ask = createAsk((url, init) =>
    send(url, { ...init, credentials: 'omit', signal: AbortSignal.timeout(ANSWER_MS) }),
  );
  const feed = new VenueFeed({
    names: [first, ...others],
    clock,
    random,
    connect: async (venue, venueClock) => {
      const own = hosts[venue];
      return (await loadVenue(venue)).connect(
        { clock: venueClock, random, createSocket, ask },
        { bookLevels: BOOK_LEVELS, ...(own ? { hosts: own } : {}) },
      );
    },
  });
  return { feed, transport: createVenueTransport(feed), venue: [first, ...others].join('-') };
}
