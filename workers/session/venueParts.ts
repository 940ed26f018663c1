import type { Clock, Socket, VenueHosts, VenueName } from '../../feeds/index.ts';
import { createAsk, isVenueName, loadVenue, VenueFeed } from '../../feeds/index.ts';
import type { Transport } from './calls.ts';
import { createVenueTransport } from './venueTransport.ts';

/** Levels that a phone shows; venues tell so many whole, without a question. */
const BOOK_LEVELS = 20;
const ANSWER_MS = 15_000;
const FIRST: VenueName = 'binance';

export interface VenuePartsDeps {
  /** The worker's name; what follows its last colon names the venue. */
  readonly name: string;
  readonly hosts: VenueHosts;
  readonly clock: Clock;
  readonly random: () => number;
  readonly fetch: typeof fetch;
  readonly createSocket: (url: string) => Socket;
}

/** Feed and answers of a page that reads a venue itself. A name that is none reads the first venue. */
export function createVenueParts({ name, hosts, clock, random, fetch: send, createSocket }: VenuePartsDeps): {
  readonly feed: VenueFeed;
  readonly transport: Transport;
  readonly venue: VenueName;
} {
  const wanted = name.slice(name.lastIndexOf(':') + 1);
  const venue = isVenueName(wanted) ? wanted : FIRST;
  const ask = createAsk((url, init) =>
    send(url, { ...init, credentials: 'omit', signal: AbortSignal.timeout(ANSWER_MS) }),
  );
  const own = hosts[venue];
  const feed = new VenueFeed({
    name: venue,
    clock,
    random,
    connect: async () =>
      (await loadVenue(venue)).connect(
        { clock, random, createSocket, ask },
        { bookLevels: BOOK_LEVELS, ...(own ? { hosts: own } : {}) },
      ),
  });
  return { feed, transport: createVenueTransport(feed.venue, clock), venue };
}
