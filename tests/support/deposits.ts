import { DAY_MS } from '../../domain/index.ts';
import { run } from '../../server/base/commands/command.ts';
import type { Database } from '../../server/base/db/database.ts';
import { balancesOf } from '../../server/books/ledger/ledger.ts';
import {
  SIMULATED_BLOCK_MS,
  SimulatedChain,
  sendSimulated,
} from '../../server/products/wallet/chains/simulated.ts';
import type { ChainWatcher } from '../../server/products/wallet/chains/watcher.ts';
import { addressOf } from '../../server/products/wallet/deposits/addresses.ts';
import type { FollowerDeps } from '../../server/products/wallet/deposits/follower.ts';
import { ChainFollower } from '../../server/products/wallet/deposits/follower.ts';
import { debtsOf } from '../../server/products/wallet/deposits/unlocked.ts';
import { FakeClock } from './fakeClock.ts';

export interface Row {
  readonly id: number;
  readonly tx: string;
  readonly amount: string;
  readonly state: string;
  readonly confirmations: number;
  readonly reason: string | null;
  readonly debt: string;
}

let opened = 0;

/** A simulated network with one user's address on it, followed by hand. */
export async function openDeposits(db: Database, userId: number, watcherOf = plainWatcher) {
  // A network's time never goes back: tests that share a database are a month apart.
  const clock = new FakeClock(Date.UTC(2026, 10, 18) + 30 * opened++ * DAY_MS);
  const emitted: unknown[] = [];
  const logged: unknown[] = [];
  const deps: FollowerDeps = {
    db,
    clock,
    published: (stream) => emitted.push(stream),
    log: (_, detail) => logged.push(detail),
  };
  const chain = new SimulatedChain(db, clock, 'tron');
  let follower = new ChainFollower(deps, watcherOf(chain));
  const address = await run(deps, (work) => addressOf(work, chain, userId));
  await follower.scan();
  let count = 0;

  const rows = async (): Promise<Row[]> => {
    const found = await db.query<{ row: Row }>(
      'select deposit_row(d) as row from deposit d where user_id = $1 order by id',
      [userId],
    );
    return found.map(({ row }) => row);
  };
  return {
    deps,
    clock,
    chain,
    address,
    emitted,
    logged,
    follower: () => follower,
    check: () => follower.scan(),
    rows,
    /** State and confirmations of all deposits, in their order: `credited 1`. */
    states: async () => (await rows()).map(({ state, confirmations }) => `${state} ${confirmations}`),
    /** Sends to the user's address; the next block holds it. */
    send: (amount: string, to = address, asset = 'USDT', reference = `test ${userId} ${++count}`) =>
      run(deps, ({ tx, at }) =>
        sendSimulated(tx, { chain: 'tron', asset, address: to, amount, reference, at }),
      ),
    /** Lets blocks come, with a look after each. */
    async blocks(n: number) {
      for (let i = 0; i < n; i++) {
        clock.jump(SIMULATED_BLOCK_MS);
        await follower.scan();
      }
    },
    /** What a new process would begin with. */
    async restart() {
      await follower.close();
      follower = new ChainFollower(deps, watcherOf(new SimulatedChain(db, clock, 'tron')));
    },
    spot: async () =>
      (await balancesOf(db, userId)).find(({ account, asset }) => account === 'spot' && asset === 'USDT')
        ?.posted ?? '0',
    debt: async () => (await debtsOf(db, userId)).find(({ asset }) => asset === 'USDT')?.amount ?? '0',
  };
}
export type TestDeposits = Awaited<ReturnType<typeof openDeposits>>;

const plainWatcher = (chain: SimulatedChain): ChainWatcher => chain;
