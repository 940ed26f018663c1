import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { Cycle, Dec, Market, RefusalCode } from '../../../domain/index.ts';
import {
  CYCLE_ASSET,
  CYCLE_FEE,
  D,
  endsInSession,
  RuleError,
  roomRefusal,
  stakeBounds,
  stakeRefusal,
  termOf,
  throwRefusal,
  windowMs,
  winOf,
} from '../../../domain/index.ts';
import type { Command, Transaction } from '../../base/commands/command.ts';
import { singleRow } from '../../base/db/database.ts';
import type { QuoteStore } from '../../base/quoteStore.ts';
import { MOST_WAIT_MS } from '../../base/quoteStore.ts';
import { accountId, asRule } from '../../books/ledger/ledger.ts';
import { contractOf, roomOf } from './contracts.ts';
import type { CycleHouse } from './house.ts';
import type { IndexRecorder } from './recorder.ts';
import type { CycleQuote, CycleTerms } from './terms.ts';
import type { Venues } from './venues.ts';

type Buy = (typeof calls)['cycle.buy'];

export interface CycleParts {
  readonly venues: Venues;
  readonly recorder: IndexRecorder;
  readonly quotes: QuoteStore<CycleTerms>;
  readonly house: CycleHouse;
}

/** How long the index goes on after a contract's end, ms: the next tick shows that none was left out before it. */
export const AFTER_END_MS = 3_000;

/** Why no contract of this cycle can begin now, or undefined. */
export function marketRefusal(
  market: Market | undefined,
  cycle: Cycle,
  price: Dec | undefined,
  at: number,
): RefusalCode | undefined {
  if (!market) return 'marketUnknown';
  if (market.status !== 'open') return 'marketClosed';
  if (price === undefined) return 'marketStale';
  if (new D(price).lte(0)) return 'indexNotPositive';
  return endsInSession(market.asset, cycle, termOf(at, cycle).endsAt) ? undefined : 'sessionTooShort';
}

/**
 * Takes a contract at a quote: the user's stake and the house's possible payout are held together. The
 * arrival of the purchase decides whether the quote was still valid; the contract begins after it is
 * accepted.
 * @param arrived ms UTC.
 */
export async function buy(
  parts: CycleParts,
  work: Transaction,
  { userId }: Command,
  request: ParsedRequestOf<Buy>,
  arrived: number,
): Promise<ResponseOf<Buy>> {
  const { venues, recorder, quotes, house } = parts;
  const quote = quotes.taken(request.quote, userId, arrived, work.at);
  if (!quote) throw new RuleError('quoteExpired');
  const { asset, cycle } = quote;
  const price = venues.prices([asset]).get(asset);
  throwRefusal(stakeRefusal(request.amount, quote.kind), stakeBounds(quote.kind));
  const at = recorder.earliest(work.at);
  throwRefusal(marketRefusal(venues.asset(asset), cycle, price, at));
  const account = await accountId(work.tx, { owner: userId, kind: 'spot', asset: CYCLE_ASSET });
  await work.tx.query('select 1 from account where id = any($1::bigint[]) order by id for no key update', [
    [account, house.inventory],
  ]);
  const win = winOf(request.amount, quote.rates[request.direction]);
  const room = await roomOf(work.tx, userId, asset, house.inventory);
  if (room.isHalted) throw new RuleError('assetHalted');
  throwRefusal(roomRefusal(request.amount, win, room));
  // From here on, whether or not this is written: the tick after it must not be missed.
  recorder.need(asset, at + MOST_WAIT_MS + AFTER_END_MS);
  const id = await open(parts, { ...work, at }, quote, request, { userId, account, win });
  const contract = await contractOf(work.tx, id);
  if (!contract) throw new Error(`contract ${id} was not written`);
  await work.publish(userId, 'cycle', contract);
  await work.publishBalances(userId);
  return { contract };
}

async function open(
  { house }: CycleParts,
  { tx, at }: Transaction,
  quote: CycleQuote,
  { direction, amount }: ParsedRequestOf<Buy>,
  { userId, account, win }: { readonly userId: number; readonly account: number; readonly win: Dec },
): Promise<number> {
  const { startsAt, endsAt } = termOf(at, quote.cycle);
  const row = {
    user_id: userId,
    account_id: account,
    quote_id: quote.id,
    asset: quote.asset,
    kind: quote.kind,
    direction,
    cycle: quote.cycle,
    window_ms: windowMs(quote.cycle),
    stake: amount,
    rate: quote.rates[direction],
    win,
    fee: CYCLE_FEE,
    volatility: quote.volatility,
    starts_at: startsAt,
    ends_at: endsAt,
  };
  const { id } = await asRule(async () =>
    singleRow(
      await tx.query<{ id: number | null }>(
        'select cycle_open(p_row => $1::jsonb, p_house => $2, p_at => $3) as id',
        [JSON.stringify(row), house.inventory, at],
      ),
    ),
  );
  if (id === null) throw new RuleError('quoteUsed');
  return id;
}
