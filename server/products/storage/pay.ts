import { D, RuleError, renewalRefusal, toText, totalInterest } from '../../../domain/index.ts';
import type { CommandDeps } from '../../base/commands/command.ts';
import { run } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import { isRefused } from '../../base/db/database.ts';
import { StorageBooking } from './booking.ts';
import { FRESH, momentsOf } from './open.ts';
import type { StoredPlan } from './plans.ts';
import { plansByIds } from './plans.ts';
import type { DueDay, StorageOrder } from './record.ts';
import { newOrderIds, nextDue, takeDay, takeDue } from './record.ts';

/** Orders that one transaction pays: others get their turn between two. */
const BATCH = 200;

/**
 * Pays what is due, day after day in their order, each day of an order once: late, twice or after a crash,
 * the result is the same. After its last day an order returns the principal, or is renewed in the same plan.
 * Where a batch is refused, its orders are paid one by one: nobody's interest waits because another's cannot be booked.
 * @param upTo ms UTC. @param batch orders of one transaction. @returns how many payouts.
 * @throws {Error} the first refusal, once all others are paid.
 */
export async function payDue(deps: CommandDeps, upTo: number, batch = BATCH): Promise<number> {
  let count = 0;
  for (;;) {
    const paid = await pay(deps, (tx) => takeDue(tx, upTo, batch)).catch(async (error: unknown) => {
      if (isUnpayable(error)) await payEach(deps, upTo);
      throw error;
    });
    count += paid;
    if (paid === 0) return count;
    await deps.clock.pause();
  }
}

/** Pays all that is due, each day in a transaction of its own. An order that is refused stays as it is. */
async function payEach(deps: CommandDeps, upTo: number): Promise<void> {
  let last: DueDay | undefined;
  for (;;) {
    const next = await nextDue(deps.db, upTo, last);
    if (!next) return;
    await pay(deps, (tx) => takeDay(tx, next)).catch((error: unknown) => {
      if (!isUnpayable(error)) throw error;
    });
    last = next;
    await deps.clock.pause();
  }
}

/** Without a word of the tables or the rules it may be paid, or nothing can be paid now: the next turn looks again. */
const isUnpayable = (error: unknown): boolean => error instanceof RuleError || isRefused(error);

/** Pays orders the next of their days. @returns how many. */
function pay(deps: CommandDeps, take: (tx: Queries) => Promise<readonly StorageOrder[]>): Promise<number> {
  return run(deps, async ({ tx, at, touched }) => {
    const due = await take(tx);
    if (due.length === 0) return 0;
    const booking = new StorageBooking();
    const ended = due.map((order) => booking.pay(order)).filter(({ next_at }) => next_at === null);
    if (ended.length > 0) await endCycles(tx, booking, ended, at);
    await booking.write(tx, at);
    for (const user of booking.users) touched(user);
    return due.length;
  });
}

/** What plans have left, as one order after the other ends and begins. */
interface Room {
  readonly plan: StoredPlan;
  taken: D;
  free: D;
}

async function endCycles(
  tx: Queries,
  booking: StorageBooking,
  ended: readonly StorageOrder[],
  at: number,
): Promise<void> {
  const plans = await plansByIds(tx, [...new Set(ended.map(({ plan_id }) => plan_id))]);
  const rooms = new Map<number, Room>(
    plans.map((plan) => [plan.id, { plan, taken: new D(plan.taken), free: new D(plan.houseFree) }]),
  );
  // All of them leave before the first goes on: they do not stand in each other's way.
  for (const { plan_id, amount } of ended) {
    const room = rooms.get(plan_id);
    if (room) room.taken = room.taken.minus(amount);
  }
  const ids = await newOrderIds(tx, ended.filter(({ auto_renew }) => auto_renew).length);
  for (const order of ended) {
    const room = rooms.get(order.plan_id);
    if (!room) throw new Error(`order ${order.id} has no plan`);
    if (!order.auto_renew) {
      booking.giveBack(order, 'redeemed', at);
      continue;
    }
    const refusal = refusalOf(order, room);
    const id = ids.shift();
    if (refusal || id === undefined) booking.giveBack(order, 'redeemed', at, refusal ?? null);
    else goOn(booking, order, room, [...rooms.values()], id, at);
  }
}

function refusalOf(order: StorageOrder, { plan, taken, free }: Room) {
  const left = toText(D.max(0, new D(plan.quota).minus(taken)));
  return renewalRefusal(order.amount, order, plan, left, toText(D.max(0, free)));
}

/** Begins where the order before it ended, so that no day is lost, however late it is. */
function goOn(
  booking: StorageBooking,
  order: StorageOrder,
  room: Room,
  rooms: readonly Room[],
  id: number,
  at: number,
): void {
  const { rate, days, share } = room.plan;
  const next: StorageOrder = {
    ...order,
    ...FRESH,
    ...momentsOf(order.ends_at, days),
    id,
    rate,
    days,
    share,
    renewed_from: order.id,
  };
  booking.renew(order, next, at);
  room.taken = room.taken.plus(next.amount);
  const promised = totalInterest(next.amount, next);
  // All plans of one asset are paid from one house account.
  for (const each of rooms) if (each.plan.asset === room.plan.asset) each.free = each.free.minus(promised);
}

/** Pays the days of a running order that are due: who acts on it need not wait for the job. @param at before its end. */
export function payOwn(booking: StorageBooking, order: StorageOrder, at: number): StorageOrder {
  let now = order;
  while (now.next_at !== null && now.next_at <= at) now = booking.pay(now);
  return now;
}
