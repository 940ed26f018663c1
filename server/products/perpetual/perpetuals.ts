import { AbsenceWatch } from './engine/absence.ts';
import type { PerpetualDeps } from './engine/engine.ts';
import { PerpetualEngine } from './engine/engine.ts';
import { PerpetualFills } from './engine/venueFills.ts';
import { Funding } from './funding/funding.ts';
import { Liquidator } from './liquidation/liquidator.ts';

/** Trading of perpetuals with everything that goes on by itself: fills, triggers, liquidation, funding, protection. */
export interface Perpetuals {
  readonly engine: PerpetualEngine;
  readonly funding: Funding;
  readonly liquidator: Liquidator;
  readonly watch: PerpetualFills;
  readonly absence: AbsenceWatch;
  /** A private channel has new rows. */
  heard(stream: string): void;
  /** What was begun is done. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** @param isHere whether a person's private channel is read on some socket. */
export async function openPerpetuals(
  deps: PerpetualDeps,
  isHere: (user: number) => boolean,
): Promise<Perpetuals> {
  const engine = new PerpetualEngine(deps);
  await engine.start();
  const funding = new Funding(engine);
  // Before anything else is done to a position, it pays for the time that has passed.
  await funding.start();
  const liquidator = new Liquidator(engine);
  const watch = new PerpetualFills(engine);
  const absence = new AbsenceWatch(engine, isHere);
  const idle = async (): Promise<void> => {
    await funding.idle();
    await liquidator.idle();
    await engine.idle();
  };
  return {
    engine,
    funding,
    liquidator,
    watch,
    absence,
    heard(stream) {
      const user = /^user:(\d+)$/.exec(stream)?.[1];
      if (user !== undefined) liquidator.heard(Number.parseInt(user, 10));
    },
    idle,
    async close() {
      watch.close();
      liquidator.close();
      funding.close();
      absence.close();
      await idle();
      engine.close();
    },
  };
}
