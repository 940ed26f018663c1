import type { Settings } from '../../base/settings.ts';
import type { Future } from '../../market/simulated/future.ts';
import type { MarketSource } from '../../market/source.ts';
import { readBeside } from '../database/postgres.ts';
import { writtenFuture } from './future.ts';

/**
 * The market of an exchange that waits for another one to end: opened meanwhile, as it takes seconds and depends on
 * nothing that the other one still writes. A wait that never comes to an end keeps it warm for as long.
 * @param open opens it. @returns undefined where it cannot be opened yet; it is then opened in its turn.
 */
export async function warmMarket(
  settings: Settings,
  open: (future: Future | undefined) => Promise<MarketSource>,
): Promise<MarketSource | undefined> {
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) return undefined;
  try {
    return await open(await readBeside(databaseUrl, (db) => writtenFuture(settings, db)));
  } catch {
    return undefined;
  }
}
