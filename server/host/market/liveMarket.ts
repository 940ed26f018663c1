import type { Venue, VenueHosts, VenueName } from '../../../feeds/index.ts';
import { loadVenue } from '../../../feeds/index.ts';
import type { Settings } from '../../base/settings.ts';
import { createLiveSource } from '../../market/live/index.ts';
import type { BoardDeps } from '../../market/live/venueBoard.ts';
import { VenueBoard } from '../../market/live/venueBoard.ts';
import type { MarketSource } from '../../market/source.ts';
import { marketsCacheOf } from './marketsCache.ts';
import { liveClock, venueDeps } from './venueDeps.ts';

/** How long a start waits for the first venue's markets; without them it goes on, and they come when they come. */
const START_MS = 8_000;
/** The list is looked at each hour: what is no longer traded leaves it then. */
const LIST_KEPT_MS = 50 * 60_000;

export interface LiveMarketSetup {
  readonly settings: Pick<Settings, 'dataDir'>;
  /** In the order of preference. */
  readonly names: readonly [VenueName, ...VenueName[]];
  readonly connect: (name: VenueName) => Promise<Venue>;
  readonly log: BoardDeps['log'];
}

/** A venue over this device's network. */
export async function connectVenue(name: VenueName, hosts: VenueHosts): Promise<Venue> {
  const own = hosts[name];
  return (await loadVenue(name)).connect(venueDeps, {
    listCachedMs: LIST_KEPT_MS,
    ...(own ? { hosts: own } : {}),
  });
}

/** Live venues as the market. It opens without a network too, and says then that nothing answers. */
export async function openLiveMarket({
  settings,
  names: [first, ...others],
  connect,
  log,
}: LiveMarketSetup): Promise<MarketSource> {
  const boardOf = async (name: VenueName): Promise<VenueBoard> => {
    const kept = marketsCacheOf(name, settings);
    const venue = await connect(name);
    return new VenueBoard({ name, venue, clock: liveClock, random: venueDeps.random, kept, log });
  };
  const [home, ...standIns] = await Promise.all([boardOf(first), ...others.map(boardOf)]);
  const source = createLiveSource({ boards: [home, ...standIns], clock: liveClock });
  await listed(home);
  return source;
}

function listed(board: VenueBoard): Promise<void> {
  if (board.markets().length > 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      stopWait();
      stop();
      resolve();
    };
    const stopWait = liveClock.after(START_MS, done);
    const stop = board.subscribe((event) => {
      if (event.kind === 'listed') done();
    });
  });
}
