import type { Dec, TeamLevel } from '../../../domain/index.ts';
import { D, earnsReward, teamReward, toText } from '../../../domain/index.ts';
import type { CommandDeps, Transaction } from '../../base/commands/command.ts';
import { run } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import type { AccountRef } from '../../books/ledger/ledger.ts';
import { accountIds, lockAccounts, plain } from '../../books/ledger/ledger.ts';
import { knownUsers } from './known.ts';

/** Inviters that one transaction books. */
const BATCH = 200;

/** A member's counted fees, and who may be rewarded for them. */
interface Share {
  readonly inviter: number;
  readonly level: TeamLevel;
  readonly middle: number | null;
  readonly member: number;
  readonly asset: string;
  readonly fee: Dec;
}
interface Reward extends Share {
  readonly amount: Dec;
}

/** Books a day's rewards, from where that was left, and closes the day. */
export async function bookRewards(deps: CommandDeps, day: number, batch = BATCH): Promise<void> {
  for (;;) {
    const isDone = await run(deps, async (work) => {
      const shares = await work.tx.query<Share>(
        'select inviter, level, middle, member, asset, fee::text from team_due(p_day => $1, p_most => $2)',
        [day, batch],
      );
      const last = shares.at(-1)?.inviter;
      await write(work, day, await rewardsOf(work.tx, shares), last ?? null);
      return last === undefined;
    });
    if (isDone) return;
    await deps.clock.pause();
  }
}

async function rewardsOf(tx: Queries, shares: readonly Share[]): Promise<Reward[]> {
  const known = await knownUsers(
    tx,
    shares.flatMap(({ inviter, middle, member }) => [inviter, member, middle ?? member]),
  );
  return shares
    .filter(({ inviter, member, level, middle }) =>
      earnsReward(known(inviter), known(member), level, middle === null ? undefined : known(middle)),
    )
    .map((share) => ({ ...share, fee: plain(share.fee), amount: teamReward(plain(share.fee), share.level) }))
    .filter(({ amount }) => amount !== '0');
}

/** One entry an inviter and asset: the house gives of the fees that it took. */
async function write(
  { tx, at, touched }: Transaction,
  day: number,
  rewards: readonly Reward[],
  last: number | null,
): Promise<void> {
  const sums = new Map<string, { inviter: number; asset: string; amount: D }>();
  for (const { inviter, asset, amount } of rewards) {
    const key = `${inviter}:${asset}`;
    sums.set(key, { inviter, asset, amount: (sums.get(key)?.amount ?? new D(0)).plus(amount) });
  }
  const accounts = [...sums.values()].flatMap(({ inviter, asset }): AccountRef[] => [
    { owner: inviter, kind: 'spot', asset },
    { kind: 'house_fee', asset },
  ]);
  const ids = await accountIds(tx, accounts);
  await lockAccounts(tx, accounts);
  const amounts = [...sums.values()].map(({ amount }) => toText(amount));
  const booked = {
    entries: [...sums.keys()].map((key) => ({
      code: 'reward',
      ref_type: 'team',
      ref_id: `${day}:${key}`,
      lines: 2,
    })),
    lines: amounts.flatMap((amount, i) => [
      { entry: i, account: ids[2 * i], amount },
      { entry: i, account: ids[2 * i + 1], amount: `-${amount}` },
    ]),
    rewards: rewards.map(({ inviter, member, asset, level, amount, fee }) => ({
      inviter_id: inviter,
      member_id: member,
      asset,
      level,
      amount,
      fee,
    })),
    users: [...new Set(rewards.map(({ inviter }) => inviter))],
  };
  await tx.query('select team_write(p_day => $1, p => $2::jsonb, p_inviter => $3, p_at => $4)', [
    day,
    JSON.stringify(booked),
    last,
    at,
  ]);
  for (const user of booked.users) touched(user);
}
