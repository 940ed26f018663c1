import { AbsenceWatch } from './engine/absence.ts';
import { Chases } from './engine/chases.ts';
import type { PerpetualDeps } from './engine/engine.ts';
import { PerpetualEngine } from './engine/engine.ts';
import { PerpetualFills } from './engine/venueFills.ts';
import { Funding } from './funding/funding.ts';
import { Liquidator } from './liquidation/liquidator.ts';

/** Trading of perpetuals with its background jobs: fills, triggers, liquidation, funding, protection. */
export interface Perpetuals {
  readonly engine: PerpetualEngine;
  readonly funding: Funding;
  readonly liquidator: Liquidator;
  readonly watch: PerpetualFills;
  readonly absence: AbsenceWatch;
  readonly chases: Chases;
  /** A private channel has new rows. */
  received(stream: string): void;
  /** Resolves when all work that was begun has ended. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** @param isHere whether a user's private channel has a reader. */
export async function openPerpetuals(
  deps: PerpetualDeps,
  isHere: (user: number) => boolean,
): Promise<Perpetuals> {
  const engine = new PerpetualEngine(deps);
  await engine.start();
  const funding = new Funding(engine);
  // Funding of the time that has passed is paid before anything else happens to a position.
  await funding.start();
  const liquidator = new Liquidator(engine);
  const watch = new PerpetualFills(engine);
  const absence = new AbsenceWatch(engine, isHere);
  const chases = new Chases(engine);
  // What has become due while nobody was there, or was not done when the exchange ended: its market may stand still.
  liquidator.check();
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
    chases,
    received(stream) {
      const user = /^user:(\d+)$/.exec(stream)?.[1];
      if (user !== undefined) liquidator.received(Number.parseInt(user, 10));
    },
    idle,
    async close() {
      watch.close();
      liquidator.close();
      funding.close();
      absence.close();
      chases.close();
      await idle();
      engine.close();
    },
  };
}
