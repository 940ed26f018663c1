import { createHash } from 'node:crypto';
import { MINUTE_MS } from '../../../domain/index.ts';
import type { Database, Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import type { Settings } from '../../base/settings.ts';
import type { Future } from '../../market/simulated/future.ts';
import { createFuture } from '../../market/simulated/future.ts';
import { hasSealed, readSecretKey } from '../files/secretKey.ts';

/**
 * The secret of the simulated market's future from the first start on: the exchange's own, so that nobody
 * knows its prices beforehand, and the same after each start. The past stays a function of the seed.
 * Undefined where a seed is set: prices are then meant to be reproducible.
 */
export async function futureOf(settings: Settings, db: Database, now: number): Promise<Future | undefined> {
  if (settings.market !== 'simulated' || settings.isSeedSet) return undefined;
  // The minute that runs stays as it is.
  const next = Math.floor(now / MINUTE_MS) + 1;
  await db.query('insert into simulated_future (since) values ($1) on conflict do nothing', [next]);
  return writtenFuture(settings, db);
}

/** The same of an exchange that has started before, by reading alone. @throws where there is none yet. */
export async function writtenFuture(settings: Settings, db: Queries): Promise<Future | undefined> {
  if (settings.market !== 'simulated' || settings.isSeedSet) return undefined;
  const { since } = singleRow(await db.query<{ since: number }>('select since from simulated_future'));
  const secret = readSecretKey(settings, await hasSealed(db));
  return createFuture(createHash('sha256').update('simulated market').update(secret).digest(), since);
}
