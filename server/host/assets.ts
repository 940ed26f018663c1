import { playGrants } from '../../domain/index.ts';
import type { Database } from '../base/db/database.ts';
import { addAssets } from '../books/ledger/ledger.ts';
import type { MarketSource } from '../market/source.ts';
import { deviceClock } from './device/clock.ts';

/** How often a list of markets is looked at for assets that are new. */
const CHECK_MS = 1_000;

/**
 * Makes the assets of all markets known to the ledger, also those of markets that are listed later. Play money is
 * granted in its assets whether or not a market trades them. @returns undo.
 */
export async function storeAssets(
  db: Database,
  source: MarketSource,
  failed: (error: unknown) => void,
): Promise<() => void> {
  let added = source.version;
  await addAssets(db, [...playGrants.map(({ asset }) => asset), ...assetsOf(source)]);
  return deviceClock.every(CHECK_MS, () => {
    const { version } = source;
    if (version === added) return;
    added = version;
    addAssets(db, assetsOf(source)).catch((error: unknown) => {
      added = '';
      failed(error);
    });
  });
}

const assetsOf = (source: MarketSource): readonly string[] =>
  source.markets().flatMap(({ base, quote, asset }) => (asset === 'crypto' ? [base, quote] : [quote]));
