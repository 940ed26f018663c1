import type { calls, NoticeRow, ParsedRequestOf } from '../../../../domain/contract/index.ts';
import type { RefusalCode } from '../../../../domain/index.ts';
import {
  amountSign,
  DEPOSIT_ASSET,
  fitsScale,
  MOST_NOTICES,
  RuleError,
  transactionId,
} from '../../../../domain/index.ts';
import type { Transaction } from '../../../base/commands/command.ts';
import { constraintOf, singleRow } from '../../../base/db/database.ts';

type NotifyRequest = ParsedRequestOf<(typeof calls)['deposit.notify']>;

/** Why a notice's fields cannot be taken; undefined when they can. */
function noticeRefusal({ chain, amount, tx }: NotifyRequest): RefusalCode | undefined {
  const sign = amountSign(amount);
  if (sign === undefined) return 'amountInvalid';
  if (sign === 0) return 'amountZero';
  if (!fitsScale(amount)) return 'amountTooFine';
  return tx !== undefined && transactionId(chain, tx) === undefined ? 'txInvalid' : undefined;
}

/**
 * Writes down what a user says of a missing deposit. One that is credited already is found at once.
 * @param from the network and the user's own address on it.
 * @throws {RuleError} `amountInvalid`, `amountZero`, `amountTooFine`, `txInvalid`, `voucherMissing` for a picture that
 * is not the user's own, `noticeKnown`, `noticesTooMany`.
 */
export async function addNotice(
  work: Transaction,
  userId: number,
  request: NotifyRequest,
  from: { readonly watch: string; readonly address: string },
): Promise<NoticeRow> {
  const refusal = noticeRefusal(request);
  if (refusal) throw new RuleError(refusal);
  const { tx, at } = work;
  const { chain, amount, voucher } = request;
  // Concurrent reports of a user wait here, so that none exceeds the bound.
  await tx.query('select 1 from app_user where id = $1 for no key update', [userId]);
  const { waiting, owned } = singleRow(
    await tx.query<{ waiting: number; owned: boolean }>(
      `select (select count(*) from deposit_notice where user_id = $1 and state = 'waiting') as waiting,
         exists (select 1 from upload where id = $2 and user_id = $1) as owned`,
      [userId, voucher],
    ),
  );
  if (!owned) throw new RuleError('voucherMissing');
  if (waiting >= MOST_NOTICES) throw new RuleError('noticesTooMany');
  const id = request.tx === undefined ? null : transactionId(chain, request.tx);
  const row = await tx
    .query<{ id: number }>(
      `insert into deposit_notice (user_id, watch, chain, asset, address, amount, tx, voucher, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning id`,
      [userId, from.watch, chain, DEPOSIT_ASSET, from.address, amount, id, voucher, at],
    )
    .catch((error: unknown) => {
      if (constraintOf(error)?.startsWith('deposit_notice_'))
        throw new RuleError('noticeKnown', { cause: error });
      throw error;
    });
  const [known] = await tx.query<Credited>(
    `select id, user_id, watch, tx from deposit
     where user_id = $1 and watch = $2 and tx = $3 and state in ('credited', 'unlocked') limit 1`,
    [userId, from.watch, id],
  );
  if (known) await settleNotices(work, known);
  return publishNotice(work, userId, singleRow(row).id);
}

interface Credited {
  readonly id: number;
  readonly user_id: number;
  readonly watch: string;
  readonly tx: string;
}

/** The report that a deposit answers: of its transaction. One that names none is for a user to look at. */
export async function settleNotices(work: Transaction, { id, user_id, watch, tx }: Credited): Promise<void> {
  const settled = await work.tx.query<{ id: number }>(
    `update deposit_notice set state = 'credited', deposit_id = $1, updated_at = $5, version = version + 1
     where user_id = $2 and watch = $3 and tx = $4 and state = 'waiting' returning id`,
    [id, user_id, watch, tx, work.at],
  );
  for (const notice of settled) await publishNotice(work, user_id, notice.id);
}

/** Publishes the state of a notice to the user. @returns it. */
export async function publishNotice(work: Transaction, userId: number, id: number): Promise<NoticeRow> {
  const { row } = singleRow(
    await work.tx.query<{ row: NoticeRow }>(
      'select deposit_notice_row(n) as row from deposit_notice n where id = $1',
      [id],
    ),
  );
  await work.publish(userId, 'depositNotice', row);
  return row;
}
