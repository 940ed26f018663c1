import type { calls, ParsedRequestOf, ResponseOf } from '../../../../domain/contract/index.ts';
import {
  ADDRESS_REST_MS,
  addressPattern,
  BANK_FEE,
  D,
  fiatCurrencies,
  MOST_PENDING,
  RuleError,
  toText,
  withdrawCurrencies,
  withdrawRoutes,
} from '../../../../domain/index.ts';
import type { Queries } from '../../../base/db/database.ts';
import { HAS_PASSKEY } from '../../../books/users/passkeyChecks.ts';
import { userRow } from '../../../books/users/sessions.ts';
import { venueStateOf } from '../../../books/venue/state.ts';
import { whitelistOf } from './addressBook.ts';
import type { WithdrawDeps } from './withdrawDeps.ts';
import type { WithdrawRoom } from './withdrawRoom.ts';
import { boundsOf, fundsFor, roomOf } from './withdrawRoom.ts';

type Infos = (typeof calls)['withdraw.infos'];
type Answer = ResponseOf<Infos>;

/** Everything that a withdrawal form shows before anything is typed. @throws {RuleError} `assetUnknown`. */
export async function infosOf(
  deps: WithdrawDeps,
  userId: number,
  { currency }: ParsedRequestOf<Infos>,
): Promise<Answer> {
  const { db, clock } = deps;
  const now = clock.now();
  const shown = withdrawCurrencies.filter((each) => currency === undefined || each === currency);
  if (shown.length === 0) throw new RuleError('assetUnknown');
  const room = await roomOf(db, userId, now);
  const currencies: Answer['currencies'] = [];
  for (const each of shown) currencies.push(await currencyOf(deps, db, userId, room, each));
  return {
    now,
    paused: (await venueStateOf(db, 'withdrawals')) !== 'open',
    held: room.held ?? null,
    proof: await proofOf(db, userId),
    whitelist: await whitelistOf(db, userId, now),
    addressRestMs: ADDRESS_REST_MS,
    level: room.level,
    day: room.day,
    levelMost: room.levelMost,
    pending: { count: room.pending, most: MOST_PENDING },
    currencies,
    bank: bankOf(deps, room),
  };
}

async function proofOf(db: Queries, userId: number): Promise<Answer['proof']> {
  const row = await userRow<{
    fund: boolean;
    email: boolean;
    phone: boolean;
    totp_on: boolean;
    passkey: boolean;
  }>(
    db,
    userId,
    `fund_hash is not null as fund, email is not null as email, phone is not null as phone, totp_on, ${HAS_PASSKEY}`,
  );
  const code = row.email ? 'email' : row.phone ? 'phone' : null;
  return { fundPassword: row.fund, code, totp: row.totp_on, passkey: row.passkey };
}

async function currencyOf(
  deps: WithdrawDeps,
  db: Queries,
  userId: number,
  room: WithdrawRoom,
  currency: string,
): Promise<Answer['currencies'][number]> {
  const funds = await fundsFor(deps, db, userId, currency);
  const price = deps.priceOf(currency);
  const bounds = price === undefined ? null : boundsOf(room, price, funds);
  return {
    ...funds,
    currency,
    locked: toText(D.max(new D(funds.available).minus(funds.withdrawable), 0)),
    bounds: bounds && {
      least: bounds.least,
      most: bounds.most,
      levelMost: bounds.levelMost,
      dayLeft: bounds.dayLeft,
    },
    chains: withdrawRoutes
      .filter((route) => route.currency === currency)
      .map(({ chain, family, fee, decimals, confirmations }) => ({
        ...{ chain, family, fee, decimals },
        confirmations: Math.max(confirmations, deps.confirmations),
        pattern: addressPattern(family),
      })),
  };
}

function bankOf({ rates, priceOf }: WithdrawDeps, room: WithdrawRoom): Answer['bank'] {
  const currencies = fiatCurrencies.filter((each) => rates.rateOf(each) !== undefined);
  const isPriced = currencies.length > 0 && priceOf('BTC') !== undefined;
  const blocked = room.verifiedName === null ? 'identityNeeded' : isPriced ? null : 'rateMissing';
  return { currencies, fee: BANK_FEE, blocked, day: room.fiatDay, verifiedName: room.verifiedName };
}
