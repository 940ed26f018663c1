import type { Cycle, CycleDirection, Dec, SettledOutcome, VoidReason } from '../../../domain/index.ts';
import {
  cyclePayout,
  ENTRY_WITHIN_MS,
  outcomeOf,
  settlementPrice,
  windowMs,
  windowPoints,
} from '../../../domain/index.ts';
import type { CommandDeps } from '../../base/commands/command.ts';
import { run, runBeside } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import { isRefused } from '../../base/db/database.ts';
import { plain } from '../../books/ledger/ledger.ts';
import type { CycleHouse } from './house.ts';
import { ticksWithin } from './ticks.ts';

/** Contracts that one transaction settles: others get their turn between two. */
const BATCH = 1_000;

interface Due {
  readonly id: number;
  readonly asset: string;
  readonly direction: CycleDirection;
  readonly cycle: Cycle;
  readonly stake: Dec;
  readonly rate: Dec;
  readonly entry: Dec | null;
  readonly ends_at: number;
}
interface SettledContract {
  readonly id: number;
  readonly outcome: SettledOutcome;
  readonly reason: VoidReason | null;
  readonly price: Dec | null;
  readonly points: number;
  readonly payout: Dec;
}

/** Gives contracts that wait for it their entry, from what is recorded. */
export async function enterDue(deps: CommandDeps): Promise<void> {
  await runBeside(deps, async ({ tx, at, touched }) => {
    const owners = await tx.query<{ owner: number }>(
      'select cycle_enter(p_within => $1, p_at => $2) as owner',
      [ENTRY_WITHIN_MS, at],
    );
    for (const { owner } of owners) touched(owner);
  });
}

/**
 * Settles what has ended, each contract once, from the recorded index alone: late or after a restart, the result is the
 * same. @param upTo ms UTC; everything that the index has to say up to there is stored. @param batch contracts of one
 * transaction. @returns how many.
 */
export async function settleDue(
  deps: CommandDeps,
  house: CycleHouse,
  upTo: number,
  batch = BATCH,
): Promise<number> {
  let count = 0;
  for (;;) {
    const due = await dueUpTo(deps.db, upTo, batch);
    if (due.length === 0) return count;
    const settled = await decide(deps.db, due);
    await book(deps, house, upTo, settled);
    count += due.length;
    if (due.length < batch) return count;
  }
}

/**
 * Books results together; where the tables refuse that, one by one: nobody's contract waits because another one cannot be
 * booked. @throws {Error} the first refusal, once all others are booked.
 */
async function book(
  deps: CommandDeps,
  house: CycleHouse,
  upTo: number,
  settled: readonly SettledContract[],
): Promise<void> {
  try {
    await run(deps, async ({ tx, at, touched }) => {
      const owners = await tx.query<{ owner: number }>(
        'select cycle_settle(p_house => $1, p_fees => $2, p_rows => $3::jsonb, p_at => $4) as owner',
        // A clock that was put back meanwhile has nothing end before the index that ends it.
        [house.inventory, house.fees, JSON.stringify(settled), Math.max(at, upTo)],
      );
      for (const { owner } of owners) touched(owner);
    });
  } catch (error) {
    // Without a word of the tables it may be booked, and the next turn looks again.
    if (isRefused(error) && settled.length > 1)
      for (const each of settled) await book(deps, house, upTo, [each]).catch(() => undefined);
    throw error;
  }
}

async function dueUpTo(db: Queries, upTo: number, most: number): Promise<readonly Due[]> {
  return db.query<Due>(
    `select id, asset, direction, cycle, stake::text, rate::text, entry_price::text as entry, ends_at
     from cycle_contract where outcome is null
       and (ends_at <= $1 or (entry_seq is null and starts_at <= $1::bigint - $2::bigint))
     order by ends_at, id limit $3`,
    [upTo, ENTRY_WITHIN_MS, most],
  );
}

/** What the index says about each of them; those that end together share their window. */
async function decide(db: Queries, due: readonly Due[]): Promise<SettledContract[]> {
  const windows = new Map<string, readonly Dec[]>();
  const pointsOf = async ({ asset, cycle, ends_at }: Due): Promise<readonly Dec[]> => {
    const name = `${asset} ${ends_at} ${windowMs(cycle)}`;
    const known = windows.get(name);
    if (known) return known;
    const ticks = await ticksWithin(db, asset, ends_at - windowMs(cycle), ends_at);
    const points = ticks.map(({ price }) => price);
    windows.set(name, points);
    return points;
  };
  const prices = new Map<readonly Dec[], Dec | undefined>();
  const settled: SettledContract[] = [];
  for (const each of due) {
    const points = each.entry === null ? [] : await pointsOf(each);
    const price = prices.has(points) ? prices.get(points) : settlementPrice(points, windowPoints(each.cycle));
    prices.set(points, price);
    settled.push(resultOf(each, points, price));
  }
  return settled;
}

function resultOf(
  { id, direction, stake, rate, entry }: Due,
  points: readonly Dec[],
  price?: Dec,
): SettledContract {
  const outcome = outcomeOf(direction, entry ?? undefined, price);
  const reason = outcome !== 'void' ? null : entry === null ? 'noEntry' : 'noIndex';
  const { payout } = cyclePayout(outcome, plain(stake), plain(rate));
  return { id, outcome, reason, price: price ?? null, points: points.length, payout };
}
