import type { CountPeriod } from '../../../../domain/contract/index.ts';
import { countPeriods, MOST_COUNTS } from '../../../../domain/contract/index.ts';
import { accountShares, defined } from '../../../../domain/index.ts';
import type { Handlers } from '../../../books/users/callHandlers.ts';
import type { Instruments } from '../market/instruments.ts';
import { invalidSymbol, missing } from '../protocol/apiError.ts';
import type { Params } from '../protocol/params.ts';

/** What everybody may read is requested as nobody. */
export const NOBODY = { address: '', device: '', language: 'en_us' } as const;
const USUAL = 30;
const periods = Object.keys(countPeriods) as CountPeriod[];

export interface AccountRatioDeps {
  readonly instruments: Instruments;
  readonly accounts: Handlers['perpetual.accounts'];
}

/**
 * Accounts that are long beside those that are short, ascending. A moment without a short has no ratio, and is absent.
 * @throws {ApiError} for a live venue's market, whose positions are not known here.
 */
export async function accountRatios({ instruments, accounts }: AccountRatioDeps, params: Params) {
  const { id } = instruments.of(params);
  const period = params.word('period', periods, -1130, "Data sent for parameter 'period' is not valid.");
  if (!period) throw missing('period');
  const limit = params.limit(USUAL, MOST_COUNTS);
  const [from, to] = [params.whole('startTime'), params.whole('endTime')];
  // From a beginning on without an end, the oldest ones are meant.
  const length = countPeriods[period];
  const end =
    to ?? (from === undefined ? undefined : Math.ceil(from / length) * length + (limit - 1) * length);
  const { rows } = await accounts({ market: id, period, limit, ...defined({ to: end }) }, NOBODY);
  if (!rows) throw invalidSymbol();
  const symbol = instruments.symbolOf(id);
  return rows.flatMap(({ at, long, short }) => {
    const shares = at < (from ?? 0) ? undefined : accountShares(long, short);
    if (!shares) return [];
    const { ratio, long: longAccount, short: shortAccount } = shares;
    return [{ symbol, longShortRatio: ratio, longAccount, shortAccount, timestamp: at }];
  });
}
