import { resolve } from 'node:path';
import type { Settings } from '../config.ts';
import { createReplaySource } from '../market/replay/index.ts';
import { createSimulatedSource } from '../market/simulated/index.ts';
import type { MarketSource } from '../market/source.ts';
import { deviceClock } from './clock.ts';
import { openRecordings } from './recordings.ts';

/** The market that the settings ask for. @throws an Error of one line when recordings are missing. */
export async function openMarket({
  market,
  seed,
  symbols,
  speed,
  marketData,
  replayLoop,
}: Settings): Promise<MarketSource> {
  if (market === 'simulated') return createSimulatedSource({ seed, symbols, speed, clock: deviceClock });
  const recordings = await openRecordings(resolve(marketData));
  return createReplaySource({ recordings, speed, loop: replayLoop, clock: deviceClock });
}
