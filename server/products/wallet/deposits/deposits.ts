import type {
  calls,
  DepositRow,
  NoticeRow,
  ParsedRequestOf,
  ResponseOf,
} from '../../../../domain/contract/index.ts';
import type { ChainCode } from '../../../../domain/index.ts';
import {
  CREDIT_CONFIRMATIONS,
  chainOf,
  DEPOSIT_ASSET,
  depositCoins,
  leastDeposit,
  RuleError,
  testDeposit,
} from '../../../../domain/index.ts';
import type { Queries } from '../../../base/db/database.ts';
import type { ChainWatcher } from '../chains/watcher.ts';
import type { FollowerDeps } from './follower.ts';
import { ChainFollower } from './follower.ts';
import { debtsOf, lockedOf } from './unlocked.ts';

type Calls = typeof calls;
type Infos = ResponseOf<Calls['deposit.infos']>;

/** All watchers of networks, and their deposits. */
export class Deposits {
  readonly deps: FollowerDeps;
  readonly followers: readonly ChainFollower[];
  /** Whether networks are made up; then test money exists. */
  readonly isSimulated: boolean;

  constructor(deps: FollowerDeps, watchers: readonly ChainWatcher[]) {
    this.deps = deps;
    this.followers = watchers.map((watcher) => new ChainFollower(deps, watcher));
    this.isSimulated = watchers.every((watcher) => watcher.isSimulated);
  }

  start(): void {
    for (const follower of this.followers) follower.start();
  }

  /** Ends timers; resolves when looks that are under way have ended. */
  async close(): Promise<void> {
    await Promise.all(this.followers.map((follower) => follower.close()));
  }

  /** @throws {RuleError} `depositNetwork` for one that no deposits are taken on here. */
  follower(chain: ChainCode): ChainFollower {
    const found = this.followers.find(({ watcher }) => watcher.chain === chain);
    if (!found) throw new RuleError('depositNetwork');
    return found;
  }

  async infos(userId: number): Promise<Infos> {
    const { db, clock } = this.deps;
    const [locked, debts] = [await lockedOf(db, userId), await debtsOf(db, userId)];
    return {
      now: clock.now(),
      isSimulated: this.isSimulated,
      coins: depositCoins.map((asset) => ({
        asset,
        refusal: asset === DEPOSIT_ASSET ? null : 'depositAsset',
      })),
      networks: this.followers.map(networkOf),
      locked,
      debts,
      test: this.isSimulated ? { ...testDeposit } : null,
    };
  }
}

function networkOf(follower: ChainFollower): Infos['networks'][number] {
  const { chain, blockMs, unlockAt } = follower.watcher;
  const { name, standard } = chainOf(chain);
  return {
    chain,
    name,
    standard,
    asset: DEPOSIT_ASSET,
    least: leastDeposit(chain),
    creditAt: CREDIT_CONFIRMATIONS,
    unlockAt,
    arrivalMs: CREDIT_CONFIRMATIONS * blockMs,
    unlockMs: unlockAt * blockMs,
    ...follower.status(),
  };
}

/** What a picture code of an address holds; of a simulated network nothing that a real wallet would send to. */
export const codeOf = ({ chain, isSimulated }: ChainWatcher, address: string): string =>
  isSimulated ? `tidemark-simulated:${chain}/${address}` : address;

/** A page of rows, newest first, from one more than it shows. */
function pageOf<Row extends { readonly id: number }>(rows: readonly { row: Row }[], limit: number) {
  const shown = rows.slice(0, limit).map(({ row }) => row);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** A user's deposits, newest first. */
export async function depositsOf(
  db: Queries,
  userId: number,
  { chain, state, from, to, before, limit }: ParsedRequestOf<Calls['deposit.list']>,
): Promise<ResponseOf<Calls['deposit.list']>> {
  const requests = [chain, state, from, to, before].map((each) => each ?? null);
  const rows = await db.query<{ row: DepositRow }>(
    `select deposit_row(d) as row from deposit d where user_id = $1
       and ($2::text is null or chain = $2) and ($3::text is null or state = $3)
       and ($4::bigint is null or seen_at >= $4) and ($5::bigint is null or seen_at <= $5)
       and ($6::bigint is null or id < $6)
     order by id desc limit $7`,
    [userId, ...requests, limit + 1],
  );
  return pageOf(rows, limit);
}

/** One deposit. @throws {RuleError} `notFound` for another user's as for none. */
export async function depositOf(db: Queries, userId: number, id: number): Promise<DepositRow> {
  const [found] = await db.query<{ row: DepositRow }>(
    'select deposit_row(d) as row from deposit d where id = $1 and user_id = $2',
    [id, userId],
  );
  if (!found) throw new RuleError('notFound');
  return found.row;
}

/** A user's notices, newest first. */
export async function noticesOf(
  db: Queries,
  userId: number,
  { state, from, to, before, limit }: ParsedRequestOf<Calls['deposit.notices']>,
): Promise<ResponseOf<Calls['deposit.notices']>> {
  const requests = [state, from, to, before].map((each) => each ?? null);
  const rows = await db.query<{ row: NoticeRow }>(
    `select deposit_notice_row(n) as row from deposit_notice n where user_id = $1
       and ($2::text is null or state = $2)
       and ($3::bigint is null or created_at >= $3) and ($4::bigint is null or created_at <= $4)
       and ($5::bigint is null or id < $5)
     order by id desc limit $6`,
    [userId, ...requests, limit + 1],
  );
  return pageOf(rows, limit);
}
