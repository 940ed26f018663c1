import { randomUUID } from 'node:crypto';
import type { Settings } from '../base/settings.ts';
import type { Handlers } from '../books/people/callHandlers.ts';
import { userOfCall } from '../books/people/handlers.ts';
import type { MarketSource } from '../market/source.ts';
import { convertHandlers } from '../products/convert/handlers.ts';
import { ConvertService } from '../products/convert/service.ts';
import type { Perpetuals } from '../products/perpetual/perpetuals.ts';
import { depositHandlers } from '../products/wallet/deposits/depositHandlers.ts';
import { Deposits } from '../products/wallet/deposits/deposits.ts';
import { WorthKeeper } from '../products/worth/keeper.ts';
import type { Accounts } from './accounts.ts';
import type { openChains } from './chains.ts';
import type { Log } from './trading.ts';
import { openWithdrawals } from './withdrawals.ts';

interface WalletParts {
  readonly accounts: Accounts;
  readonly settings: Settings;
  readonly source: MarketSource;
  readonly chains: Awaited<ReturnType<typeof openChains>>;
  readonly perpetuals: Perpetuals;
  readonly log: Log;
}

/** Money that comes, goes and is exchanged, and what it was worth. */
export async function openWallet({ accounts, settings, source, chains, perpetuals, log }: WalletParts) {
  const deps = { ...accounts.deps, source, log };
  const convert = new ConvertService({ ...deps, newId: randomUUID });
  const marks = () => perpetuals.engine.marks.rows().map(([id, mark]): [string, string] => [id, mark]);
  const worth = new WorthKeeper({ ...deps, marks });
  await worth.start();
  const deposits = new Deposits(deps, chains);
  deposits.start();
  const withdrawals = await openWithdrawals(settings, deps, source);
  const worthOf: Handlers['account.worth'] = (request, caller) =>
    worth.of(userOfCall(caller).user.userId, request);
  return {
    handlers: {
      ...convertHandlers(convert),
      'account.worth': worthOf,
      ...depositHandlers(accounts.deps, deposits),
      ...withdrawals.handlers,
    },
    async close(): Promise<void> {
      convert.close();
      await worth.close();
      await withdrawals.close();
      await deposits.close();
    },
  };
}
