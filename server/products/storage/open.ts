import type { calls, ParsedRequestOf } from '../../../domain/contract/index.ts';
import {
  escrowBounds,
  escrowRefusal,
  payoutAt,
  quotaLeft,
  RuleError,
  storageTerm,
  throwRefusal,
} from '../../../domain/index.ts';
import type { Transaction } from '../../base/commands/command.ts';
import { singleRow } from '../../base/db/database.ts';
import type { AccountRef } from '../../books/ledger/ledger.ts';
import { accountIds, lockAccounts } from '../../books/ledger/ledger.ts';
import { StorageBooking } from './booking.ts';
import { STORAGE_HOUSE } from './house.ts';
import { plansByIds, takePlan } from './plans.ts';
import type { StorageOrder } from './record.ts';
import { newOrderIds } from './record.ts';

/** What an order begins with, whenever and however it begins. */
export const FRESH = {
  state: 'running',
  paid_days: 0,
  earned: '0',
  cost: '0',
  returned: null,
  ended_at: null,
  renewed_by: null,
  not_renewed: null,
  version: 0,
} as const satisfies Partial<StorageOrder>;

/** When an order that is opened now begins, is paid first, and ends. */
export function momentsOf(openedAt: number, days: number) {
  const { startsAt, endsAt } = storageTerm(openedAt, days);
  return { opened_at: openedAt, starts_at: startsAt, ends_at: endsAt, next_at: payoutAt(startsAt, 1) };
}

/**
 * Puts an amount into a plan, on the terms that the user has seen.
 * @returns the order's number. @throws {RuleError} why it cannot be opened; nothing is left of it then.
 */
export async function openOrder(
  { tx, at }: Transaction,
  userId: number,
  { plan: planId, version, amount, autoRenew, agreed }: ParsedRequestOf<(typeof calls)['storage.open']>,
): Promise<number> {
  if (!agreed) throw new RuleError('agreementRequired');
  const found = await takePlan(tx, planId);
  if (!found) throw new RuleError('notFound');
  if (found.isOpen && found.version !== version) throw new RuleError('planChanged');
  const { asset, rate, days, share } = found;
  const accounts: AccountRef[] = [
    { owner: userId, kind: 'spot', asset },
    { owner: userId, kind: 'escrow', asset },
    { kind: STORAGE_HOUSE, asset },
  ];
  const [account = 0, escrow = 0, house = 0] = await accountIds(tx, accounts);
  await lockAccounts(tx, accounts);
  // Read again under the lock: what the house has not promised is fixed from here on.
  const plan = singleRow(await plansByIds(tx, [planId]));
  const refusal = escrowRefusal(amount, { ...plan, left: quotaLeft(plan, plan.taken, plan.houseFree) });
  throwRefusal(refusal, escrowBounds(plan));
  const [id = 0] = await newOrderIds(tx, 1);
  const booking = new StorageBooking();
  booking.open({
    ...FRESH,
    ...momentsOf(at, days),
    id,
    user_id: userId,
    account_id: account,
    escrow_id: escrow,
    house_id: house,
    plan_id: planId,
    asset,
    amount,
    rate,
    days,
    share,
    auto_renew: autoRenew,
    renewed_from: null,
  });
  await booking.write(tx, at);
  return id;
}
