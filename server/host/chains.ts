import { http } from 'viem';
import { depositChains } from '../../domain/index.ts';
import { SettingError } from '../base/config.ts';
import type { Database } from '../base/db/database.ts';
import type { Settings } from '../base/settings.ts';
import { SimulatedChain } from '../products/wallet/chains/simulated.ts';
import type { ChainWatcher } from '../products/wallet/chains/watcher.ts';
import { deviceClock } from './device/clock.ts';

/** A node that has not answered by then is requested again at the next poll, ms. */
const ANSWER_MS = 10_000;

/**
 * The networks that deposits are taken on: simulated ones, or the EVM chain of the settings.
 * @throws {SettingError} when settings do not fit each other, or the database holds money of the other kind.
 */
export async function openChains(
  { chain, market }: Pick<Settings, 'chain' | 'market'>,
  db: Database,
): Promise<readonly ChainWatcher[]> {
  if (chain && !Array.isArray(market))
    throw new SettingError(
      `With CHAIN_RPC_URL people trade real money: MARKET has to name live venues, and is ${market}, whose prices can be known beforehand.`,
    );
  await refuseMixed(db, chain !== undefined);
  if (!chain) return depositChains.map((each) => new SimulatedChain(db, deviceClock, each));
  const { rpcUrl, ...settings } = chain;
  const { EvmWatcher } = await import('../products/wallet/chains/evm.ts');
  try {
    return [new EvmWatcher(http(rpcUrl, { timeout: ANSWER_MS, retryCount: 0 }), settings)];
  } catch {
    throw new SettingError(
      'CHAIN_XPUB or CHAIN_TOKEN cannot be read: an extended public key and an address.',
    );
  }
}

/** Play money and real money never lie in one database: what was granted could be withdrawn. */
async function refuseMixed(db: Database, isReal: boolean): Promise<void> {
  const [found] = await db.query<{ play: boolean; real: boolean }>(
    `select exists (select 1 from journal where code = 'playGrant')
         or exists (select 1 from deposit where watch like 'simulated:%') as play,
       exists (select 1 from chain_watch where watch not like 'simulated:%') as real`,
  );
  if (isReal && found?.play)
    throw new SettingError('This database holds play money: CHAIN_RPC_URL needs one of its own.');
  if (!isReal && found?.real)
    throw new SettingError('This database holds deposits of a real chain: set CHAIN_RPC_URL as before.');
}
