import { hex } from '@scure/base';
import type { Dec, DepositState, NoticeState } from '../../../../domain/index.ts';
import {
  amountSign,
  D,
  depositChains,
  fitsScale,
  toText,
  transactionId,
  UNLOCK_CONFIRMATIONS,
} from '../../../../domain/index.ts';
import type { Transaction } from '../../../base/commands/command.ts';
import type { Queries } from '../../../base/db/database.ts';
import { singleRow } from '../../../base/db/database.ts';
import { digestOf } from '../../../base/digest.ts';
import { plain } from '../../../books/ledger/ledger.ts';
import { creditDeposit } from './debt.ts';
import { publishDeposit } from './depositBook.ts';
import { publishNotice } from './notices.ts';

/** A notice as the operator looks at it. */
export interface Notice {
  readonly id: number;
  readonly user_id: number;
  readonly uid: string;
  readonly watch: string;
  readonly chain: string;
  readonly asset: string;
  readonly address: string;
  readonly amount: Dec;
  readonly tx: string | null;
  readonly voucher: string;
  readonly state: NoticeState;
  readonly version: number;
  readonly created_at: number;
}

const NOTICE = `select n.id, n.user_id, u.uid, n.watch, n.chain, n.asset, n.address, n.amount::text, n.tx, n.voucher,
  n.state, n.version, n.created_at from deposit_notice n join app_user u on u.id = n.user_id`;
const tidy = (notice: Notice): Notice => ({ ...notice, amount: plain(notice.amount) });

/** Notices that wait for the operator, oldest first. */
export async function waitingNotices(db: Queries, most: number): Promise<readonly Notice[]> {
  const rows = await db.query<Notice>(`${NOTICE} where n.state = 'waiting' order by n.id limit $1`, [most]);
  return rows.map(tidy);
}

/** One notice by its number. */
export async function noticeOf(db: Queries, id: number): Promise<Notice | undefined> {
  return (await db.query<Notice>(`${NOTICE} where n.id = $1`, [id])).map(tidy)[0];
}

/** What crediting by hand would do, and a word that stands for exactly that. */
export interface Plan {
  readonly notice: Notice;
  readonly tx: string;
  readonly amount: Dec;
  /** The user's spot balance. */
  readonly before: Dec;
  readonly after: Dec;
  /** A deposit that was too small to be credited by itself; undefined when the network is not known to have one. */
  readonly small: number | undefined;
  /** The user's deposits of the same amount: one of them may be what is missed. */
  readonly alike: readonly number[];
  /** Deposits of other users by the same transaction: it may be theirs alone. */
  readonly others: readonly { readonly id: number; readonly uid: string }[];
  readonly word: string;
}

/** Why an operator's credit cannot be done, in one line. */
export class ByHandError extends Error {
  override readonly name = 'ByHandError';
}

const CHANGED = 'Something has changed since: look again.';

/**
 * What crediting a notice by hand would do now.
 * @throws {ByHandError} for a notice that does not wait, no transaction or amount, and one that is credited already.
 */
export async function planCredit(db: Queries, id: number, txText: string, amount: string): Promise<Plan> {
  const notice = await noticeOf(db, id);
  if (notice?.state !== 'waiting') throw new ByHandError(`No notice ${id} waits.`);
  const chain = depositChains.find((each) => each === notice.chain);
  const tx = chain && transactionId(chain, txText);
  if (tx === undefined) throw new ByHandError(`"${txText}" is no transaction of ${notice.chain}.`);
  if (amountSign(amount) !== 1 || !fitsScale(amount)) throw new ByHandError(`"${amount}" is no amount.`);
  const small = await smallDeposit(db, notice, tx);
  const { posted } = singleRow(
    await db.query<{ posted: Dec }>(
      `select coalesce((select posted from account where owner_id = $1 and kind = 'spot' and asset = $2), 0)::text
         as posted`,
      [notice.user_id, notice.asset],
    ),
  );
  const before = plain(posted);
  const others = await othersOf(db, notice, tx);
  const confirmed = JSON.stringify([
    id,
    notice.version,
    tx,
    toText(new D(amount)),
    before,
    small ?? 0,
    others,
  ]);
  return {
    notice,
    tx,
    amount: toText(new D(amount)),
    before,
    after: toText(new D(before).plus(amount)),
    small,
    alike: await alikeOf(db, notice, amount),
    others,
    word: hex.encode(digestOf(confirmed)).slice(0, 8),
  };
}

async function alikeOf(db: Queries, { user_id, asset }: Notice, amount: Dec): Promise<readonly number[]> {
  const rows = await db.query<{ id: number }>(
    'select id from deposit where user_id = $1 and asset = $2 and amount = $3::numeric order by id desc limit 20',
    [user_id, asset, amount],
  );
  return rows.map(({ id }) => id);
}

async function othersOf(db: Queries, { watch, user_id }: Notice, tx: string): Promise<Plan['others']> {
  return db.query<{ id: number; uid: string }>(
    `select d.id, u.uid from deposit d join app_user u on u.id = d.user_id
     where d.watch = $1 and d.tx = $2 and d.user_id <> $3 order by d.id limit 20`,
    [watch, tx, user_id],
  );
}

/** A deposit of this transaction that was too small. @throws {ByHandError} when the network's own would be doubled. */
async function smallDeposit(
  db: Queries,
  { watch, address }: Notice,
  tx: string,
): Promise<number | undefined> {
  const [known] = await db.query<{ id: number; state: DepositState }>(
    'select id, state from deposit where watch = $1 and tx = $2 and address = $3 order by place limit 1',
    [watch, tx, address],
  );
  if (known === undefined || known.state === 'small') return known?.id;
  const isBooked = known.state === 'credited' || known.state === 'unlocked';
  throw new ByHandError(
    isBooked
      ? `It is credited already, as deposit ${known.id}.`
      : `The network has it as deposit ${known.id}: it is credited by itself once it is confirmed.`,
  );
}

/**
 * Credits a notice as planned. The network's own transfer of the same transaction is not credited any more.
 * @param word of the plan that was shown. @throws {ByHandError} when anything has changed since.
 */
export async function creditByHand(
  work: Transaction,
  shown: { readonly id: number; readonly tx: string; readonly amount: string; readonly word: string },
  reason: string,
): Promise<Plan> {
  await work.tx.query('select 1 from deposit_notice where id = $1 for update', [shown.id]);
  const plan = await planCredit(work.tx, shown.id, shown.tx, shown.amount);
  if (plan.word !== shown.word) throw new ByHandError(CHANGED);
  const { notice, amount } = plan;
  const id = plan.small ?? (await insertByHand(work, plan));
  const [credited] = await work.tx.query<{ credits: number }>(
    `update deposit set state = 'unlocked', by_hand = true, amount = $2, reason = null, credits = credits + 1,
       credited_at = $3, unlocked_at = $3, confirmations = unlock_at, updated_at = $3, version = version + 1
     where id = $1 and state = 'small' returning credits`,
    [id, amount, work.at],
  );
  if (!credited) throw new ByHandError(CHANGED);
  await creditDeposit(work, notice.user_id, notice.asset, amount, `${id}.${credited.credits}`);
  await publishDeposit(work, notice.user_id, id);
  await closeNotice(work, notice, 'credited', reason, id);
  return plan;
}

async function insertByHand(work: Transaction, { notice, tx, amount }: Plan): Promise<number> {
  const { user_id, watch, chain, asset, address } = notice;
  const { id } = singleRow(
    await work.tx.query<{ id: number }>(
      `insert into deposit (user_id, watch, chain, asset, address, tx, place, amount, unlock_at, state, seen_at,
         updated_at)
       values ($1, $2, $3, $4, $5, $6, 0, $7, $8, 'small', $9, $9) returning id`,
      [user_id, watch, chain, asset, address, tx, amount, UNLOCK_CONFIRMATIONS, work.at],
    ),
  );
  return id;
}

/** Rejects a notice. @throws {ByHandError} when it does not wait. */
export async function rejectNotice(work: Transaction, id: number, reason: string): Promise<Notice> {
  await work.tx.query('select 1 from deposit_notice where id = $1 for update', [id]);
  const notice = await noticeOf(work.tx, id);
  if (notice?.state !== 'waiting') throw new ByHandError(`No notice ${id} waits.`);
  await closeNotice(work, notice, 'rejected', reason);
  return notice;
}

async function closeNotice(
  work: Transaction,
  { id, user_id }: Notice,
  state: 'credited' | 'rejected',
  reason: string,
  deposit?: number,
): Promise<void> {
  await work.tx.query(
    `update deposit_notice set state = $2, reason = $3, deposit_id = $4, updated_at = $5, version = version + 1
     where id = $1`,
    [id, state, reason, deposit ?? null, work.at],
  );
  await publishNotice(work, user_id, id);
}
