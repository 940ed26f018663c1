import { WITHDRAW_UNIT } from '../../../domain/index.ts';
import { Quotes } from '../../matching/quotes.ts';
import type { ProductContext } from '../product.ts';
import type { ChainWatcher } from './chains/watcher.ts';
import { depositHandlers } from './deposits/depositHandlers.ts';
import { depositOps } from './deposits/depositOps.ts';
import { Deposits } from './deposits/deposits.ts';
import { withdrawable } from './deposits/unlocked.ts';
import { approvedUpTo } from './withdrawals/approval.ts';
import { fixedRates, LiveRates, noRates } from './withdrawals/fiatRates.ts';
import type { Signer } from './withdrawals/signer.ts';
import type { WithdrawDeps } from './withdrawals/withdrawDeps.ts';
import { WithdrawEngine } from './withdrawals/withdrawEngine.ts';
import { withdrawHandlers } from './withdrawals/withdrawHandlers.ts';
import { withdrawOps } from './withdrawals/withdrawOps.ts';

/** What the wallet is opened with: networks and a source of rates are the host's. */
export interface WalletContext extends ProductContext {
  readonly chains: readonly ChainWatcher[];
  readonly signer: Signer | undefined;
  /** Fetches the source of fiat rates; undefined without one. */
  readonly fetchRates: (() => Promise<unknown>) | undefined;
}

export const wallet = {
  ops: { ...depositOps, ...withdrawOps },
  async open(context: WalletContext) {
    const deposits = new Deposits(context, context.chains);
    deposits.start();
    const withdrawals = openWithdrawals(context);
    return {
      handlers: { ...depositHandlers(context, deposits), ...withdrawals.handlers },
      async close() {
        await withdrawals.close();
        await deposits.close();
      },
    };
  },
};

function openWithdrawals(context: WalletContext) {
  const { settings, source, clock, isPlay, fetchRates, log } = context;
  const quotes = new Quotes(source, clock, ['spot']);
  const stopQuotes = quotes.start();
  const rates = fetchRates && new LiveRates({ clock, ask: fetchRates, log });
  void rates?.check();
  const deps: WithdrawDeps = {
    ...context,
    priceOf(asset) {
      if (asset === WITHDRAW_UNIT) return '1';
      const market = `${asset}-${WITHDRAW_UNIT}`;
      return quotes.isStaleOf(market) ? undefined : quotes.lastOf(market);
    },
    rates: rates ?? (isPlay ? fixedRates : noRates),
    withdrawable,
    confirmations: settings.chain?.confirmations ?? 0,
    approveUpTo: approvedUpTo(settings, isPlay),
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
