import type { Market } from '../../domain/index.ts';
import type { MarketsCache, VenueName } from '../../feeds/index.ts';
import { venueNames } from '../../feeds/index.ts';
import { createLiveSource } from '../../server/market/live/index.ts';
import type { BoardDeps } from '../../server/market/live/venueBoard.ts';
import { VenueBoard } from '../../server/market/live/venueBoard.ts';
import type { MarketEvent } from '../../server/market/source.ts';
import { FakeClock, settle } from './fakeClock.ts';
import { FakeVenue } from './fakeVenue.ts';

/** A live market over venues that do what a test says. @param ids markets of each, in the order of preference. */
export async function liveMarket(
  ids: Readonly<Partial<Record<VenueName, readonly (string | Market)[]>>>,
  change: (venues: Readonly<Record<VenueName, FakeVenue>>) => void = () => undefined,
  kept: MarketsCache = { read: () => [], write: () => undefined },
) {
  const clock = new FakeClock();
  const names = Object.keys(ids) as VenueName[];
  const venueOf = (name: VenueName) => new FakeVenue(clock.now, ids[name] ?? []);
  const venues = Object.fromEntries(venueNames.map((name) => [name, venueOf(name)])) as Readonly<
    Record<VenueName, FakeVenue>
  >;
  change(venues);
  const failures: string[] = [];
  const log: BoardDeps['log'] = (_, { venue }) => failures.push(String(venue));
  const [first, ...others] = names.map(
    (name) => new VenueBoard({ name, venue: venues[name], clock, random: () => 0.5, kept, log }),
  );
  if (!first) throw new Error('a market needs a venue');
  const source = createLiveSource({ boards: [first, ...others], clock });
  const events: MarketEvent[] = [];
  source.subscribe((event) => events.push(event));
  await settle();
  return { clock, source, events, failures, ...venues };
}
