import type { Dec } from '../../../domain/index.ts';
import { compareDec, earlyCost, REVOKE_MS, RuleError } from '../../../domain/index.ts';
import type { Transaction } from '../../base/commands/command.ts';
import { StorageBooking } from './booking.ts';
import { payOwn } from './pay.ts';
import type { StorageOrder } from './record.ts';
import { takeOrder } from './record.ts';

/** A user's order that runs, taken. @throws {RuleError} `notFound`, `storageEnded`. */
async function running({ tx, at }: Transaction, userId: number, id: number): Promise<StorageOrder> {
  const order = await takeOrder(tx, id, userId);
  if (!order) throw new RuleError('notFound');
  // Its end may have come without having been booked yet: that is the job's matter, not early any more.
  if (order.state !== 'running' || order.ends_at <= at) throw new RuleError('storageEnded');
  return order;
}

/** Takes it all back soon after the opening. @throws {RuleError} `revokeLate`, `notFound`, `storageEnded`. */
export async function revokeOrder(work: Transaction, userId: number, id: number): Promise<void> {
  const order = await running(work, userId, id);
  // Whatever the clock did: interest that was paid cannot be kept by revoking.
  if (work.at > order.opened_at + REVOKE_MS || order.paid_days > 0) throw new RuleError('revokeLate');
  const booking = new StorageBooking();
  booking.giveBack(order, 'revoked', work.at);
  await booking.write(work.tx, work.at);
}

/**
 * Ends an order before its time, after it was paid every day that is due.
 * @param cost what the user was shown. @throws {RuleError} `redeemCost` when it is another; `notFound`, `storageEnded`.
 */
export async function redeemOrder(work: Transaction, userId: number, id: number, cost: Dec): Promise<void> {
  const booking = new StorageBooking();
  const order = payOwn(booking, await running(work, userId, id), work.at);
  if (compareDec(cost, earlyCost(order.earned, order.share)) !== 0) throw new RuleError('redeemCost');
  booking.redeemEarly(order, work.at);
  await booking.write(work.tx, work.at);
}

/** Whether it goes on when its cycle ends. @throws {RuleError} `notFound`, `storageEnded`. */
export async function setRenewal(
  work: Transaction,
  userId: number,
  id: number,
  autoRenew: boolean,
): Promise<void> {
  const order = await running(work, userId, id);
  if (order.auto_renew === autoRenew) return;
  const booking = new StorageBooking();
  booking.change({ ...order, auto_renew: autoRenew });
  await booking.write(work.tx, work.at);
}
