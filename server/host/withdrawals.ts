import { randomUUID } from 'node:crypto';
import { http } from 'viem';
import type { Dec } from '../../domain/index.ts';
import { WITHDRAW_UNIT } from '../../domain/index.ts';
import { SettingError } from '../base/config.ts';
import type { Settings } from '../base/settings.ts';
import type { Handlers } from '../books/people/callHandlers.ts';
import type { AccountDeps } from '../books/people/context.ts';
import type { MarketSource } from '../market/source.ts';
import { Quotes } from '../matching/quotes.ts';
import { withdrawable } from '../products/wallet/deposits/unlocked.ts';
import { fixedRates, LiveRates, noRates } from '../products/wallet/withdrawals/fiatRates.ts';
import type { Signer } from '../products/wallet/withdrawals/signer.ts';
import { simulatedSigner } from '../products/wallet/withdrawals/simulatedSigner.ts';
import { simulatedNetworks } from '../products/wallet/withdrawals/testChain.ts';
import type { WithdrawDeps } from '../products/wallet/withdrawals/withdrawDeps.ts';
import { WithdrawEngine } from '../products/wallet/withdrawals/withdrawEngine.ts';
import { withdrawHandlers } from '../products/wallet/withdrawals/withdrawHandlers.ts';

/** Withdrawals to so much, USDT, need no operator where nothing is worth anything. */
const SIMULATED_UP_TO = '1000';
/** A source that has not answered by then is asked again at its next turn, ms. */
const ANSWER_MS = 15_000;

/** Up to which amount withdrawals are approved by themselves, USDT. */
export const approvedUpTo = (
  { withdrawApproveUpTo }: Pick<Settings, 'withdrawApproveUpTo'>,
  isPlay: boolean,
): Dec => withdrawApproveUpTo ?? (isPlay ? SIMULATED_UP_TO : '0');

/** Withdrawals as the exchange runs them. */
export interface Withdrawals {
  readonly handlers: Pick<Handlers, `withdraw.${string}` & keyof Handlers>;
  close(): Promise<void>;
}

/** @throws {SettingError} when the key cannot be used. */
export async function openWithdrawals(
  settings: Settings,
  accounts: AccountDeps & Pick<WithdrawDeps, 'log'>,
  source: MarketSource,
): Promise<Withdrawals> {
  const { clock, isPlay } = accounts;
  const signer = await signerOf(settings, accounts);
  const quotes = new Quotes(source, clock, ['spot']);
  const stopQuotes = quotes.start();
  const rates = liveRates(settings, accounts);
  const deps: WithdrawDeps = {
    ...accounts,
    priceOf(asset) {
      if (asset === WITHDRAW_UNIT) return '1';
      const market = `${asset}-${WITHDRAW_UNIT}`;
      return quotes.isStaleOf(market) ? undefined : quotes.lastOf(market);
    },
    rates: rates ?? (isPlay ? fixedRates : noRates),
    withdrawable,
    signer,
    confirmations: settings.chain?.confirmations ?? 0,
    approveUpTo: approvedUpTo(settings, isPlay),
    newId: randomUUID,
  };
  const engine = new WithdrawEngine(deps);
  engine.start();
  return {
    handlers: withdrawHandlers(deps),
    async close() {
      rates?.close();
      stopQuotes();
      await engine.close();
    },
  };
}

/** The test key signs where all networks are simulated, and nowhere else; a real chain needs a key of its own. */
async function signerOf(
  { chain, withdrawKey: key }: Settings,
  { db, clock, isPlay }: AccountDeps,
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

function liveRates(
  { fiatRatesUrl }: Settings,
  { clock, log }: AccountDeps & Pick<WithdrawDeps, 'log'>,
): LiveRates | undefined {
  if (fiatRatesUrl === undefined) return undefined;
  const ask = async (): Promise<unknown> => {
    const answer = await fetch(fiatRatesUrl, { redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) });
    if (!answer.ok) throw new Error(`the source of rates answered ${answer.status}`);
    return answer.json();
  };
  const rates = new LiveRates({ clock, ask, log });
  void rates.look();
  return rates;
}
