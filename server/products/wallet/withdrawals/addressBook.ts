import type { AddressRow, calls, ParsedRequestOf, ResponseOf } from '../../../../domain/contract/index.ts';
import { ADDRESS_REST_MS, labelRefusal, MOST_ADDRESSES, RuleError } from '../../../../domain/index.ts';
import type { Transaction } from '../../../base/commands/command.ts';
import { run } from '../../../base/commands/command.ts';
import type { Queries } from '../../../base/db/database.ts';
import { constraintOf, singleRow } from '../../../base/db/database.ts';
import type { AccountDeps, UserCaller } from '../../../books/users/context.ts';
import { notify } from '../../../books/users/notices.ts';
import { takeProof } from '../../../books/users/proofs.ts';
import type { Destination } from './destination.ts';
import { destinationOf } from './destination.ts';

type Calls = typeof calls;
type Whitelist = ResponseOf<Calls['withdraw.addresses']>['whitelist'];

const COLUMNS = `id, currency, chain, family, address, label, created_at as "createdAt",
  created_at + ${ADDRESS_REST_MS} as "usableAt"`;

/** Whether only addresses of the book are allowed at this moment, and when that ends. */
export async function whitelistOf(db: Queries, userId: number, at: number): Promise<Whitelist> {
  const { on, offAt } = singleRow(
    await db.query<Whitelist>(
      `select whitelist_on and coalesce(whitelist_off_at > $2, true) as "on", whitelist_off_at as "offAt"
       from app_user where id = $1`,
      [userId, at],
    ),
  );
  return { on, offAt: on ? offAt : null };
}

/** @throws {RuleError} `addressNotListed`, `addressTooNew` while only addresses of the book are allowed. */
export async function mayGoTo(
  tx: Queries,
  userId: number,
  { currency, chain, address }: Destination,
  at: number,
): Promise<void> {
  if (!(await whitelistOf(tx, userId, at)).on) return;
  const [known] = await tx.query<{ usableAt: number }>(
    `select ${COLUMNS} from withdraw_address
     where user_id = $1 and currency = $2 and chain = $3 and address = $4 and removed_at is null`,
    [userId, currency, chain, address],
  );
  if (!known) throw new RuleError('addressNotListed');
  if (known.usableAt > at) throw new RuleError('addressTooNew');
}

export async function addressesOf(
  db: Queries,
  userId: number,
  at: number,
): Promise<ResponseOf<Calls['withdraw.addresses']>> {
  const addresses = await db.query<AddressRow>(
    `select ${COLUMNS} from withdraw_address where user_id = $1 and removed_at is null order by id desc`,
    [userId],
  );
  return { addresses: [...addresses], whitelist: await whitelistOf(db, userId, at) };
}

/**
 * Adds an address. One that was removed and is added again has its waiting time again.
 * @throws {RuleError} what is wrong with it, `addressKnown`, `addressesTooMany`, `labelInvalid`.
 */
export async function addAddress(
  deps: AccountDeps,
  request: ParsedRequestOf<Calls['withdraw.addAddress']>,
  caller: UserCaller,
): Promise<{ address: AddressRow }> {
  const { userId } = caller.user;
  const { route, address } = destinationOf(request);
  const label = request.label.trim();
  const refusal = labelRefusal(label);
  if (refusal) throw new RuleError(refusal);
  return run(deps, async (work) => {
    await mustHaveRoom(work, userId);
    const { currency, chain, family } = route;
    const row = await inserted(work, [userId, currency, chain, family, address, label, work.at]);
    await notify(deps, work, userId, 'addressAdded', caller, { fields: { to: address, network: chain } });
    return { address: row };
  });
}

async function mustHaveRoom({ tx }: Transaction, userId: number): Promise<void> {
  await tx.query('select 1 from app_user where id = $1 for no key update', [userId]);
  const { count } = singleRow(
    await tx.query<{ count: number }>(
      'select count(*) as count from withdraw_address where user_id = $1 and removed_at is null',
      [userId],
    ),
  );
  if (count >= MOST_ADDRESSES) throw new RuleError('addressesTooMany');
}

async function inserted({ tx }: Transaction, values: readonly unknown[]): Promise<AddressRow> {
  try {
    return singleRow(
      await tx.query<AddressRow>(
        `insert into withdraw_address (user_id, currency, chain, family, address, label, created_at)
         values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
        values,
      ),
    );
  } catch (error) {
    throw constraintOf(error) === 'withdraw_address_once' ? new RuleError('addressKnown') : error;
  }
}

/** @throws {RuleError} `notFound`. */
export async function removeAddress(deps: AccountDeps, userId: number, id: number): Promise<void> {
  await run(deps, async ({ tx, at }) => {
    const removed = await tx.query(
      `update withdraw_address set removed_at = $3 where id = $1 and user_id = $2 and removed_at is null
       returning id`,
      [id, userId, at],
    );
    if (removed.length === 0) throw new RuleError('notFound');
  });
}

/**
 * Allows only addresses of the book, at once; or takes that back, a day after it was proven to be the user's request:
 * who has stolen a session cannot wait so long unseen. @throws {RuleError} `proofInvalid`.
 */
export async function setWhitelist(
  deps: AccountDeps,
  { on, proof }: ParsedRequestOf<Calls['withdraw.setWhitelist']>,
  caller: UserCaller,
): Promise<{ whitelist: Whitelist }> {
  const { userId } = caller.user;
  return run(deps, async (work) => {
    const { tx, at } = work;
    const before = await whitelistOf(tx, userId, at);
    if (on)
      await tx.query('update app_user set whitelist_on = true, whitelist_off_at = null where id = $1', [
        userId,
      ]);
    else if (before.on && before.offAt === null) {
      await takeProof(tx, userId, { purpose: 'addressBook', proof: proof ?? '', about: '' }, at);
      await tx.query('update app_user set whitelist_off_at = $2 where id = $1', [
        userId,
        at + ADDRESS_REST_MS,
      ]);
      await notify(deps, work, userId, 'whitelistOff', caller);
    }
    return { whitelist: await whitelistOf(tx, userId, at) };
  });
}
