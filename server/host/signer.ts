import { http } from 'viem';
import { SettingError } from '../base/config.ts';
import type { Settings } from '../base/settings.ts';
import type { AccountDeps } from '../books/users/context.ts';
import type { Signer } from '../products/wallet/withdrawals/signer.ts';
import { simulatedSigner } from '../products/wallet/withdrawals/simulatedSigner.ts';
import { simulatedNetworks } from '../products/wallet/withdrawals/testChain.ts';

/** A source that has not answered by then is requested again at its next poll, ms. */
const ANSWER_MS = 15_000;

/**
 * The test key signs where all networks are simulated, and nowhere else; a real chain needs a key of its own.
 * @throws {SettingError} when the key cannot be used.
 */
export async function signerOf(
  { chain, withdrawKey: key }: Settings,
  { db, clock, isPlay }: Pick<AccountDeps, 'db' | 'clock' | 'isPlay'>,
): Promise<Signer | undefined> {
  if (!chain) return isPlay ? simulatedSigner(simulatedNetworks(db, clock)) : undefined;
  if (key === undefined) return undefined;
  const { rpcUrl, ...settings } = chain;
  const { EvmSigner } = await import('../products/wallet/withdrawals/evmSigner.ts');
  try {
    return new EvmSigner(http(rpcUrl, { timeout: ANSWER_MS, retryCount: 0 }), { ...settings, key });
  } catch {
    throw new SettingError('WITHDRAW_KEY is no key of this chain.');
  }
}

/** Fetches the configured source of fiat rates. */
export function ratesSource({ fiatRatesUrl }: Settings): (() => Promise<unknown>) | undefined {
  if (fiatRatesUrl === undefined) return undefined;
  return async () => {
    const answer = await fetch(fiatRatesUrl, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) });
    if (!answer.ok) throw new Error(`the source of rates answered ${answer.status}`);
    return answer.json();
  };
}
