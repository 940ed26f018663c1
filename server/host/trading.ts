import { randomUUID } from 'node:crypto';
import type { CallName } from '../../domain/contract/index.ts';
import type { Settings } from '../base/settings.ts';
import type { MarketSource } from '../market/source.ts';
import type { LoadShedder } from '../matching/loadShedder.ts';
import { CycleEngine } from '../products/cycle/engine.ts';
import { cycleHandlers } from '../products/cycle/handlers.ts';
import { isFuturesCall, perpetualHandlers } from '../products/perpetual/handlers.ts';
import { openPerpetuals } from '../products/perpetual/perpetuals.ts';
import { SpotEngine } from '../products/spot/engine.ts';
import { isOrderCall, spotHandlers } from '../products/spot/handlers.ts';
import { openVenueFills } from '../products/spot/venueFills.ts';
import type { Accounts } from './accounts.ts';
import { deviceClock } from './device/clock.ts';
import type { SocketYield } from './net/socketYield.ts';

/** Where what goes wrong without anybody waiting for it is told. */
export type Log = (event: string, detail: Readonly<Record<string, unknown>>) => void;

/** Everything that trades, begun where it was left. */
export async function openTrading(
  { deps, hub }: Accounts,
  { fundingHours }: Settings,
  source: MarketSource,
  { pause }: SocketYield,
  log: Log,
) {
  const clock = { ...deviceClock, pause };
  const spot = new SpotEngine({ ...deps, clock, source, log });
  await spot.start();
  const cycle = new CycleEngine({
    ...deps,
    sources: source.live?.venues ?? [source],
    newId: randomUUID,
    log,
  });
  await cycle.start();
  const venue = openVenueFills(spot);
  const perpetuals = await openPerpetuals(
    { ...deps, clock, published: hub.published, source, fundingHours, log },
    (userId) => hub.isHere(userId),
  );
  return {
    spot,
    perpetuals,
    handlers: { ...spotHandlers(spot), ...cycleHandlers(cycle), ...perpetualHandlers(perpetuals.engine) },
    /** The line in which a call waits, if it does. */
    lineOf(name: CallName): LoadShedder | undefined {
      if (isOrderCall(name)) return spot.shedder;
      return isFuturesCall(name) ? perpetuals.engine.shedder : undefined;
    },
    async close(): Promise<void> {
      await cycle.close();
      await perpetuals.close();
      venue.close();
      await spot.idle();
      spot.close();
    },
  };
}
