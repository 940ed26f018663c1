import { base64 } from '@scure/base';
import { CONVERT_ASSET } from '../../../../domain/index.ts';
import { run } from '../../../base/commands/command.ts';
import type { OpsAnswer } from '../../../base/opsAnswer.ts';
import { numberOf, refused, reported, timeOf } from '../../../base/opsAnswer.ts';
import { plain } from '../../../books/ledger/ledger.ts';
import { agreed, SECOND_NEEDED } from '../../../books/users/consent.ts';
import type { OpsCommand, OpsDeps } from '../../../books/users/opsCommand.ts';
import { ownUpload } from '../../../books/users/storeUpload.ts';
import type { Notice } from './depositByHand.ts';
import {
  ByHandError,
  creditByHand,
  noticeOf,
  planCredit,
  rejectNotice,
  waitingNotices,
} from './depositByHand.ts';

const MOST_REASON = 300;
const SHOWN = 50;

interface Listed {
  readonly id: number;
  readonly uid: string;
  readonly chain: string;
  readonly asset: string;
  readonly amount: string;
  readonly tx: string;
  readonly state: string;
  readonly confirmations: number;
  readonly by_hand: boolean;
  readonly doubtful: boolean;
  readonly seen_at: number;
}

/** The newest deposits; with `doubtful` those whose network no longer says what is booked. */
async function list({ db }: OpsDeps, which = ''): Promise<OpsAnswer> {
  const rows = await db.query<Listed>(
    `select d.id, u.uid, d.chain, d.asset, d.amount::text, d.tx, d.state, d.confirmations, d.by_hand, d.doubtful, d.seen_at
     from deposit d join app_user u on u.id = d.user_id
     where ($1 = '' or d.state = $1 or ($1 = 'doubtful' and d.doubtful)) order by d.id desc limit $2`,
    [which, SHOWN],
  );
  if (rows.length === 0) return reported('No deposits.');
  return reported(
    ...rows.map(
      (row) =>
        `${row.id}  ${timeOf(row.seen_at)}  ${row.uid}  ${plain(row.amount)} ${row.asset} ${row.chain}  ${row.state} ${row.confirmations}${row.by_hand ? '  by hand' : ''}${row.doubtful ? '  DOUBTFUL' : ''}  ${row.tx}`,
    ),
  );
}

/** What is listened to, how far its blocks have been looked through, and when that was. */
async function networks({ db }: OpsDeps): Promise<OpsAnswer> {
  const rows = await db.query<{
    watch: string;
    scanned: number | null;
    heard_at: number | null;
    addresses: number;
  }>('select watch, scanned, heard_at, next_index as addresses from chain_watch order by watch');
  return reported(
    ...rows.map(({ watch, scanned, heard_at, addresses }) =>
      scanned === null || heard_at === null
        ? `${watch}  not heard yet, ${addresses} addresses`
        : `${watch}  block ${scanned} at ${timeOf(heard_at)}, ${addresses} addresses`,
    ),
  );
}

const noticeLine = ({ id, created_at, uid, amount, asset, chain, address, tx }: Notice): string =>
  `${id}  ${timeOf(created_at)}  ${uid}  ${amount} ${asset} ${chain} to ${address}, transaction ${tx ?? 'not said'}`;

async function notices({ db }: OpsDeps): Promise<OpsAnswer> {
  const waiting = await waitingNotices(db, SHOWN);
  return waiting.length === 0 ? reported('No notices wait.') : reported(...waiting.map(noticeLine));
}

/** The picture as one line of base64; the command line writes it to a file. */
async function voucher(deps: OpsDeps, text: string): Promise<OpsAnswer> {
  const notice = await noticeOf(deps.db, numberOf(text));
  if (!notice) return refused(`There is no notice "${text}".`);
  return reported(base64.encode((await ownUpload(deps, notice.user_id, notice.voucher)).content));
}

/** Two steps: the first shows what would be booked and a word for it, the second does exactly that. */
async function credit(
  deps: OpsDeps,
  [text = '', tx = '', amount = '', reason = '', word]: readonly string[],
): Promise<OpsAnswer> {
  const id = numberOf(text);
  if (reason.trim() === '' || reason.length > MOST_REASON)
    return refused('Say why, in up to 300 characters.');
  if (word !== undefined) {
    const done = await run(deps, async (work) => {
      const { notice } = await planCredit(work.tx, id, tx, amount);
      // What another asset is worth is not known here.
      const worth = notice.asset === CONVERT_ASSET ? amount : undefined;
      const isAgreed = await agreed(work, deps, {
        name: `deposits credit ${id} ${tx} ${amount} ${word}`,
        worth,
      });
      return isAgreed ? creditByHand(work, { id, tx, amount, word }, reason.trim()) : undefined;
    });
    if (!done) return reported(SECOND_NEEDED);
    return reported(`${done.amount} ${done.notice.asset} credited to ${done.notice.uid}: ${done.after} now.`);
  }
  const plan = await planCredit(deps.db, id, tx, amount);
  const { notice, small, alike, others, before, after, word: next } = plan;
  const network =
    small === undefined ? 'has not told of it' : `told of it as deposit ${small}, below the minimum`;
  return reported(
    noticeLine(notice),
    `The network ${network}. Look the transaction up yourself.`,
    ...others.map((other) => `THE SAME TRANSACTION IS DEPOSIT ${other.id} OF ${other.uid}.`),
    `Deposits of this amount so far: ${alike.length === 0 ? 'none' : alike.join(', ')}.`,
    `Spot ${notice.asset} of ${notice.uid}: ${before} now, ${after} then.`,
    `Nothing is booked yet. To do it, say the same again with --confirm ${next}.`,
  );
}

async function reject(deps: OpsDeps, [text = '', reason = '']: readonly string[]): Promise<OpsAnswer> {
  if (reason.trim() === '' || reason.length > MOST_REASON)
    return refused('Say why, in up to 300 characters.');
  const { id, uid } = await run(deps, (work) => rejectNotice(work, numberOf(text), reason.trim()));
  return reported(`Notice ${id} of ${uid} is rejected.`);
}

/** An operator's slip is answered in one line. */
const plainly =
  (command: OpsCommand): OpsCommand =>
  async (deps, args) => {
    try {
      return await command(deps, args);
    } catch (error) {
      if (error instanceof ByHandError) return refused(error.message);
      throw error;
    }
  };

/** Operator's commands for deposits: list them, and settle reported ones. */
export const depositOps: Readonly<Record<string, OpsCommand>> = {
  'deposits list': (deps, [which]) => list(deps, which),
  'deposits networks': networks,
  'deposits notices': notices,
  'deposits voucher': (deps, [id = '']) => voucher(deps, id),
  'deposits credit': plainly(credit),
  'deposits reject': plainly(reject),
};
