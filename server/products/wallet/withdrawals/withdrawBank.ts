import type { calls, ParsedRequestOf, ResponseOf, WithdrawalRow } from '../../../../domain/contract/index.ts';
import type { Dec, FiatCurrency } from '../../../../domain/index.ts';
import {
  BANK_DECIMALS,
  BANK_FEE,
  BANK_QUOTE_MS,
  btcWorth,
  compareDec,
  fiatReceived,
  isSameName,
  offeredRate,
  RuleError,
  throwRefusal,
  WITHDRAW_UNIT,
  withdrawalBounds,
  withdrawRefusal,
} from '../../../../domain/index.ts';
import type { Transaction } from '../../../base/commands/command.ts';
import { run } from '../../../base/commands/command.ts';
import { constraintOf } from '../../../base/db/database.ts';
import { plain } from '../../../books/ledger/ledger.ts';
import type { Caller } from '../../../books/users/context.ts';
import { notify } from '../../../books/users/notices.ts';
import { takeProof } from '../../../books/users/proofs.ts';
import { cardsOf, verifiedNameOf } from './bankCards.ts';
import { aboutCard } from './codeAbout.ts';
import { setAside } from './withdraw.ts';
import { publishWithdrawal } from './withdrawals.ts';
import type { WithdrawDeps } from './withdrawDeps.ts';
import type { WithdrawRoom } from './withdrawRoom.ts';
import { boundsOf, fundsFor, roomOf } from './withdrawRoom.ts';

type Calls = typeof calls;

/** What a withdrawal to a card is decided with: USDT is paid for at its own price. */
const DRAWN = { currency: WITHDRAW_UNIT, price: '1', fee: BANK_FEE, decimals: BANK_DECIMALS } as const;

/** What the amount is in BTC, for the limit. @throws {RuleError} `rateMissing`, `fiatLimit`. */
function withinFiatLimit({ priceOf }: WithdrawDeps, { fiatDay }: WithdrawRoom, amount: Dec): Dec {
  const price = priceOf('BTC');
  if (price === undefined) throw new RuleError('rateMissing');
  const worth = btcWorth(amount, price);
  if (compareDec(worth, fiatDay.left) > 0) throw new RuleError('fiatLimit');
  return worth;
}

/** Locks a rate for a user and an amount. @throws {RuleError} why this could not be withdrawn. */
export async function quoteBank(
  deps: WithdrawDeps,
  userId: number,
  { fiat, amount }: ParsedRequestOf<Calls['withdraw.bankQuote']>,
): Promise<ResponseOf<Calls['withdraw.bankQuote']>> {
  await verifiedNameOf(deps.db, userId);
  const market = deps.rates.rateOf(fiat);
  if (market === undefined) throw new RuleError('rateMissing');
  return run(deps, async ({ tx, at }) => {
    const room = await roomOf(tx, userId, at);
    const funds = await fundsFor(deps, tx, userId, WITHDRAW_UNIT);
    const bounds = boundsOf(room, '1', funds, DRAWN);
    throwRefusal(withdrawRefusal(amount, bounds), withdrawalBounds(bounds, WITHDRAW_UNIT));
    withinFiatLimit(deps, room, amount);
    const rate = offeredRate(market);
    const received = fiatReceived(amount, rate, fiat);
    const id = deps.newId();
    const expiresAt = at + BANK_QUOTE_MS;
    await tx.query(
      `delete from bank_quote q where user_id = $1 and expires_at < $2
         and not exists (select 1 from withdrawal w where w.quote_id = q.id)`,
      [userId, at],
    );
    await tx.query('insert into bank_quote values ($1, $2, $3, $4, $5, $6, $7, $8)', [
      id,
      userId,
      fiat,
      amount,
      BANK_FEE,
      received,
      rate,
      expiresAt,
    ]);
    return { id, fiat, amount, fee: BANK_FEE, rate, market, received, now: at, expiresAt };
  });
}

interface Quote {
  readonly fiat: FiatCurrency;
  readonly amount: Dec;
  readonly received: Dec;
  readonly rate: Dec;
}

/** @throws {RuleError} `quoteExpired` for one that has ended or is not theirs. */
async function quoteOf({ tx, at }: Transaction, userId: number, id: string): Promise<Quote> {
  const [quote] = await tx.query<Quote>(
    `select fiat, amount::text, received::text, rate::text from bank_quote
     where id = $1 and user_id = $2 and expires_at >= $3`,
    [id, userId, at],
  );
  if (!quote) throw new RuleError('quoteExpired');
  return { ...quote, amount: plain(quote.amount), received: plain(quote.received), rate: plain(quote.rate) };
}

/** Requests a withdrawal to a saved card, exactly as quoted. @throws {RuleError} why it cannot be. */
export async function sendToBank(
  deps: WithdrawDeps,
  work: Transaction,
  userId: number,
  request: ParsedRequestOf<Calls['withdraw.toBank']>,
  caller: Caller,
): Promise<{ withdrawal: WithdrawalRow }> {
  const name = await verifiedNameOf(work.tx, userId);
  const card = (await cardsOf(work.tx, userId)).find(({ id }) => id === request.card);
  if (!card) throw new RuleError('notFound');
  if (!isSameName(card.holder, name)) throw new RuleError('holderDiffers');
  const quote = await quoteOf(work, userId, request.quote);
  const { amount, received, fiat, rate } = quote;
  const aside = await setAside(deps, work, userId, { ...DRAWN, amount });
  const btc = withinFiatLimit(deps, aside.room, amount);
  const about = aboutCard(amount, fiat, card.id);
  await takeProof(work.tx, userId, { purpose: 'withdrawal', proof: request.proof, about }, work.at);
  await once(() =>
    work.tx.query(
      `insert into withdrawal (id, user_id, kind, currency, amount, fee, received, worth, worth_btc, hold_id, fiat,
         rate, quote_id, card_id, created_at, updated_at) overriding system value
       values ($1, $2, 'bank', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
      [
        ...[aside.id, userId, WITHDRAW_UNIT, amount, BANK_FEE, received, aside.worth, btc, aside.hold],
        ...[fiat, rate, request.quote, card.id, work.at],
      ],
    ),
  );
  const fields = { amount: `${amount} ${WITHDRAW_UNIT}`, to: `${card.bank} ${card.number}` };
  await notify(deps, work, userId, 'withdrawRequested', caller, { fields });
  return { withdrawal: await publishWithdrawal(work, userId, aside.id) };
}

/** @throws {RuleError} `quoteUsed`. */
async function once<T>(insert: () => Promise<T>): Promise<T> {
  try {
    return await insert();
  } catch (error) {
    throw constraintOf(error) === 'withdrawal_quote_id_key' ? new RuleError('quoteUsed') : error;
  }
}
