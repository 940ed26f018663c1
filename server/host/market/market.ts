import { resolve } from 'node:path';
import type { VenueName } from '../../../feeds/index.ts';
import type { Settings } from '../../base/settings.ts';
import { createReplaySource } from '../../market/replay/index.ts';
import type { Future } from '../../market/simulated/future.ts';
import { createSimulatedSource } from '../../market/simulated/index.ts';
import type { MarketSource } from '../../market/source.ts';
import { deviceClock } from '../device/clock.ts';
import type { LiveMarketSetup } from './liveMarket.ts';
import { connectVenue, openLiveMarket } from './liveMarket.ts';
import { openRecordings } from './recordings.ts';

/** The market that the settings ask for. @param future what a simulated one depends on besides its seed. @throws an Error of one line when recordings are missing. */
export async function openMarket(
  settings: Settings,
  log: LiveMarketSetup['log'],
  future?: Future,
): Promise<MarketSource> {
  const { market, seed, symbols, speed, marketData, replayLoop } = settings;
  if (market === 'simulated')
    return createSimulatedSource({ seed, future, symbols, speed, clock: deviceClock });
  if (market !== 'replay') {
    const connect = (name: VenueName) => connectVenue(name, settings.venueHosts);
    return openLiveMarket({ settings, names: market, connect, log });
  }
  const recordings = await openRecordings(resolve(marketData));
  return createReplaySource({ recordings, speed, loop: replayLoop, clock: deviceClock });
}
