import type { Dec, DepositState } from '../../../../domain/index.ts';
import { CREDIT_CONFIRMATIONS, DEPOSIT_ASSET, isTooSmall } from '../../../../domain/index.ts';
import type { Transaction } from '../../../base/commands/command.ts';
import type { Queries } from '../../../base/db/database.ts';
import { plain } from '../../../books/ledger/ledger.ts';
import type { ChainTransfer, ChainWatcher } from '../chains/watcher.ts';
import { creditDeposit, reverseDeposit } from './debt.ts';
import { settleNotices } from './notices.ts';

/** A deposit as the rules look at it. */
export interface Deposit {
  readonly id: number;
  readonly user_id: number;
  readonly watch: string;
  readonly asset: string;
  readonly address: string;
  readonly tx: string;
  readonly place: number;
  readonly amount: Dec;
  readonly block: number | null;
  readonly block_hash: string | null;
  readonly confirmations: number;
  readonly unlock_at: number;
  readonly state: DepositState;
  readonly credits: number;
  readonly by_hand: boolean;
  readonly doubtful: boolean;
}

const COLUMNS = `id, user_id, watch, asset, address, tx, place, amount::text, block, block_hash, confirmations,
  unlock_at, state, credits, by_hand, doubtful`;
const tidy = (row: Deposit): Deposit => ({ ...row, amount: plain(row.amount) });

/** A transfer and whose address it came to. */
export interface OwnedTransfer extends ChainTransfer {
  readonly userId: number;
}

const placeOf = ({ tx, address, place }: Pick<ChainTransfer, 'tx' | 'address' | 'place'>): string =>
  `${tx} ${address} ${place}`;

/** Those that are not known yet, or known otherwise. */
export async function newsOf(
  db: Queries,
  watch: string,
  found: readonly OwnedTransfer[],
): Promise<readonly OwnedTransfer[]> {
  if (found.length === 0) return [];
  const rows = await db.query<Deposit>(
    `select ${COLUMNS} from deposit where watch = $1 and tx = any($2::text[])`,
    [watch, [...new Set(found.map(({ tx }) => tx))]],
  );
  const known = new Map(rows.map((row) => [placeOf(row), tidy(row)]));
  return found.filter((transfer) => {
    const row = known.get(placeOf(transfer));
    return row === undefined || isNews(row, transfer);
  });
}

/** Another amount than what is final is said once. */
const isNews = (row: Deposit, { block, amount }: ChainTransfer): boolean =>
  block !== undefined &&
  (row.block_hash !== block.hash || row.block !== block.height || (row.amount !== amount && !row.doubtful));

/** Writes down what was found. Nothing is credited by it: that takes another look at the chain. */
export async function noteTransfer(
  work: Transaction,
  watcher: ChainWatcher,
  found: OwnedTransfer,
): Promise<void> {
  const { tx, at } = work;
  const isSmall = isTooSmall(watcher.chain, found.amount);
  const [fresh] = await tx.query<Deposit>(
    `insert into deposit (user_id, watch, chain, asset, address, tx, place, amount, block, block_hash, unlock_at, state,
       reason, seen_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)
     on conflict (watch, tx, address, place) do nothing returning ${COLUMNS}`,
    [
      found.userId,
      watcher.watch,
      watcher.chain,
      DEPOSIT_ASSET,
      found.address,
      found.tx,
      found.place,
      found.amount,
      found.block?.height ?? null,
      found.block?.hash ?? null,
      watcher.unlockAt,
      isSmall ? 'small' : 'seen',
      isSmall ? 'depositSmall' : null,
      at,
    ],
  );
  if (fresh) return publishDeposit(work, fresh.user_id, fresh.id);
  const [known] = (
    await tx.query<Deposit>(
      `select ${COLUMNS} from deposit where watch = $1 and tx = $2 and address = $3 and place = $4 for update`,
      [watcher.watch, found.tx, found.address, found.place],
    )
  ).map(tidy);
  if (known && isNews(known, found)) await move(work, watcher, known, found);
}

/**
 * The transaction is in another block than before; with another amount it is booked again, and whether it is too small is
 * decided again.
 */
async function move(
  work: Transaction,
  { chain }: ChainWatcher,
  row: Deposit,
  { block, amount }: OwnedTransfer,
): Promise<void> {
  const isOther = row.amount !== amount;
  const isDone = row.state === 'unlocked';
  if (isOther && row.state === 'credited') await takeBack(work, row);
  await work.tx.query(
    `update deposit set block = $2, block_hash = $3, amount = $4, doubtful = doubtful or $5, updated_at = $6,
       version = version + 1, state = coalesce($7, state),
       reason = case $7 when 'small' then 'depositSmall' when 'seen' then null else reason end where id = $1`,
    [
      row.id,
      block?.height,
      block?.hash,
      isDone ? row.amount : amount,
      isOther && isDone,
      work.at,
      isOther && !isDone ? stateAfter(row.state, isTooSmall(chain, amount)) : null,
    ],
  );
  await publishDeposit(work, row.user_id, row.id);
}

/** What another amount makes of a deposit that is not final; null where it makes no difference. */
function stateAfter(state: DepositState, isSmall: boolean): DepositState | null {
  if (isSmall) return 'small';
  return state === 'small' ? 'seen' : null;
}

/**
 * A deposit's block was found in the chain, with this many confirmations. Credits it at the first, unlocks it when
 * there are enough; what is unlocked stays so. @param hash of the block that was looked at.
 */
export async function confirm(work: Transaction, id: number, hash: string, count: number): Promise<void> {
  const row = await take(work.tx, id, hash);
  if (!row || row.by_hand || row.state === 'unlocked' || row.state === 'small') return;
  if (count < CREDIT_CONFIRMATIONS) return;
  const isNew = row.state !== 'credited';
  const isUnlocked = count >= row.unlock_at;
  if (isNew) await creditDeposit(work, row.user_id, row.asset, row.amount, `${row.id}.${row.credits + 1}`);
  await work.tx.query(
    `update deposit set confirmations = $2, state = $3, reason = null, credits = credits + $4,
       debt = case when $4 > 0 then 0 else debt end, credited_at = case when $4 > 0 then $5 else credited_at end,
       unlocked_at = case when $3 = 'unlocked' then $5 end, updated_at = $5, version = version + 1
     where id = $1`,
    [row.id, Math.min(count, row.unlock_at), isUnlocked ? 'unlocked' : 'credited', isNew ? 1 : 0, work.at],
  );
  await publishDeposit(work, row.user_id, row.id);
  if (isNew) await settleNotices(work, row);
}

/**
 * A deposit's block is not in the chain any more. What was credited is taken back; what had been unlocked stays with
 * its owner, and the operator is to look. @returns whether it was unlocked.
 */
export async function unmine(work: Transaction, id: number, hash: string): Promise<boolean> {
  const row = await take(work.tx, id, hash);
  if (!row) return false;
  if (row.state === 'unlocked' || row.by_hand) {
    await work.tx.query('update deposit set doubtful = true, updated_at = $2 where id = $1', [
      row.id,
      work.at,
    ]);
    return true;
  }
  if (row.state === 'credited') await takeBack(work, row);
  // Its transaction may stand in a block now that was looked through when it was another one.
  await work.tx.query('update chain_watch set scanned = least(scanned, $2) where watch = $1', [
    row.watch,
    row.block,
  ]);
  await work.tx.query(
    `update deposit set block = null, block_hash = null, confirmations = 0, updated_at = $2, version = version + 1
     where id = $1`,
    [row.id, work.at],
  );
  await publishDeposit(work, row.user_id, row.id);
  return false;
}

async function takeBack(work: Transaction, row: Deposit): Promise<void> {
  const debt = await reverseDeposit(work, row.user_id, row.asset, row.amount, `${row.id}.${row.credits}`);
  await work.tx.query(
    `update deposit set state = 'reversed', reason = 'depositReversed', debt = $2 where id = $1`,
    [row.id, debt],
  );
}

/** One deposit, taken until the end of the transaction, if it still stands in this block. */
async function take(tx: Queries, id: number, hash: string): Promise<Deposit | undefined> {
  const rows = await tx.query<Deposit>(
    `select ${COLUMNS} from deposit where id = $1 and block_hash = $2 for update`,
    [id, hash],
  );
  return rows.map(tidy)[0];
}

/** One that stands in a block. */
export type MinedDeposit = Deposit & { readonly block: number; readonly block_hash: string };

/** Deposits whose blocks are to be looked for: not final ones, and final ones since a height. */
export async function openDeposits(
  db: Queries,
  watch: string,
  since: number,
): Promise<readonly MinedDeposit[]> {
  const rows = await db.query<MinedDeposit>(
    `select ${COLUMNS} from deposit where watch = $1 and block is not null
       and (state in ('seen', 'credited', 'reversed') or (state = 'unlocked' and block >= $2 and not doubtful))
     order by id`,
    [watch, since],
  );
  return rows.map((row) => ({ ...row, amount: plain(row.amount) }));
}

/** Publishes the state of a deposit to its owner. */
export async function publishDeposit(work: Transaction, userId: number, id: number): Promise<void> {
  const [found] = await work.tx.query<{ row: unknown }>(
    'select deposit_row(d) as row from deposit d where id = $1',
    [id],
  );
  await work.publish(userId, 'deposit', found?.row);
}
