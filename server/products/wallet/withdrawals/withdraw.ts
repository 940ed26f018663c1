import type { calls, ParsedRequestOf, WithdrawalRow } from '../../../../domain/contract/index.ts';
import type { Dec } from '../../../../domain/index.ts';
import {
  MOST_PENDING,
  RuleError,
  receivedOf,
  throwRefusal,
  usdtWorth,
  withdrawalBounds,
  withdrawRefusal,
} from '../../../../domain/index.ts';
import type { Transaction } from '../../../base/commands/command.ts';
import { singleRow } from '../../../base/db/database.ts';
import { hold, lockAccounts } from '../../../books/ledger/ledger.ts';
import type { Caller } from '../../../books/users/context.ts';
import { notify } from '../../../books/users/notices.ts';
import { takeProof } from '../../../books/users/proofs.ts';
import { venueStateOf } from '../../../books/venue/state.ts';
import { debtsOf } from '../deposits/unlocked.ts';
import { mayGoTo } from './addressBook.ts';
import { aboutAddress } from './codeAbout.ts';
import { destinationOf } from './destination.ts';
import { publishWithdrawal } from './withdrawals.ts';
import type { WithdrawDeps } from './withdrawDeps.ts';
import type { WithdrawRoom } from './withdrawRoom.ts';
import { boundsOf, fundsFor, roomOf } from './withdrawRoom.ts';

type Send = ParsedRequestOf<(typeof calls)['withdraw.send']>;

/** What every withdrawal is booked with, wherever it goes. */
export interface Drawing {
  readonly currency: string;
  readonly amount: Dec;
  /** USDT per unit of the currency. */
  readonly price: Dec;
  readonly fee: Dec;
  readonly decimals: number;
}

/**
 * Checks a withdrawal and holds its amount; concurrent withdrawals of this user wait.
 * @returns the withdrawal's future number, among others. @throws {RuleError} the first rule that it breaks.
 */
export async function setAside(
  deps: Pick<WithdrawDeps, 'withdrawable'>,
  work: Transaction,
  userId: number,
  { currency, amount, price, fee, decimals }: Drawing,
): Promise<{ readonly id: number; readonly room: WithdrawRoom; readonly hold: number; readonly worth: Dec }> {
  if ((await venueStateOf(work.tx, 'withdrawals')) !== 'open') throw new RuleError('withdrawalsPaused');
  const room = await roomOf(work.tx, userId, work.at, true);
  if (room.held) throw new RuleError('withdrawHeld');
  if (room.pending >= MOST_PENDING) throw new RuleError('withdrawalsTooMany');
  if ((await debtsOf(work.tx, userId)).length > 0) throw new RuleError('withdrawOwing');
  const account = { owner: userId, kind: 'spot', asset: currency } as const;
  await lockAccounts(work.tx, [account]);
  const funds = await fundsFor(deps, work.tx, userId, currency);
  const bounds = boundsOf(room, price, funds, { fee, decimals });
  throwRefusal(withdrawRefusal(amount, bounds), withdrawalBounds(bounds, currency));
  const { id } = singleRow(
    await work.tx.query<{ id: number }>("select nextval(pg_get_serial_sequence('withdrawal', 'id')) as id"),
  );
  const held = await hold(work.tx, account, amount, { kind: 'withdrawal', refId: String(id) }, work.at);
  return { id, room, hold: held, worth: usdtWorth(amount, price) };
}

/** Requests a withdrawal to an address. @throws {RuleError} why it cannot be. */
export async function send(
  deps: WithdrawDeps,
  work: Transaction,
  userId: number,
  request: Send,
  caller: Caller,
): Promise<{ withdrawal: WithdrawalRow }> {
  const { route, address } = destinationOf(request);
  const price = deps.priceOf(route.currency);
  if (price === undefined) throw new RuleError('rateMissing');
  const { currency, chain, fee, decimals } = route;
  const { amount } = request;
  const aside = await setAside(deps, work, userId, { currency, amount, price, fee, decimals });
  await mustBeElsewhere(work, userId, address);
  await mayGoTo(work.tx, userId, { currency, chain, address }, work.at);
  const about = aboutAddress(amount, currency, chain, address);
  await takeProof(work.tx, userId, { purpose: 'withdrawal', proof: request.proof, about }, work.at);
  const received = receivedOf(amount, fee);
  await work.tx.query(
    `insert into withdrawal (id, user_id, kind, currency, amount, fee, received, worth, hold_id, chain, address,
       confirmations_needed, created_at, updated_at) overriding system value
     values ($1, $2, 'crypto', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
    [
      aside.id,
      userId,
      currency,
      amount,
      fee,
      received,
      aside.worth,
      aside.hold,
      chain,
      address,
      Math.max(route.confirmations, deps.confirmations),
      work.at,
    ],
  );
  await notify(deps, work, userId, 'withdrawRequested', caller, {
    fields: { amount: `${amount} ${currency}`, to: address },
  });
  return { withdrawal: await publishWithdrawal(work, userId, aside.id) };
}

/** To the own deposit address, a withdrawal would cost its fee and nothing else. @throws {RuleError} `addressOwn`. */
async function mustBeElsewhere({ tx }: Transaction, userId: number, address: string): Promise<void> {
  const own = await tx.query('select 1 from deposit_address where user_id = $1 and address = $2', [
    userId,
    address,
  ]);
  if (own.length > 0) throw new RuleError('addressOwn');
}
