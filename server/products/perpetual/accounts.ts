import { countPeriods } from '../../../domain/contract/index.ts';
import type { PositionSide } from '../../../domain/index.ts';
import { DAY_MS, RuleError } from '../../../domain/index.ts';
import type { Answer, Request } from './batch/calls.ts';
import type { PerpetualEngine } from './engine/engine.ts';

/** How far back is counted. */
const KEPT_DAYS = 30;

/** Positions opened less those closed, by the number of the first moment that they count at; the first has all before. */
const CHANGES = `select side, step::int, sum(n)::int as n from (
    select side, 0 as step, 1 as n from futures_position
      where market = $1 and opened_at <= $2::bigint and (closed_at is null or closed_at > $2)
    union all
    select side, (opened_at - $2 + $3::bigint - 1) / $3, 1 from futures_position
      where market = $1 and opened_at > $2 and opened_at <= $4 and (closed_at is null or closed_at > $2)
    union all
    select side, (closed_at - $2 + $3 - 1) / $3, -1 from futures_position
      where market = $1 and closed_at > $2 and closed_at <= $4
  ) as changes group by side, step`;

/**
 * Accounts with a position at the ends of periods, from the positions themselves: each says when it was opened and
 * closed, so that no record of counts is needed beside them. @throws {RuleError} `marketUnknown`.
 */
export async function accountsOf(
  engine: Pick<PerpetualEngine, 'deps' | 'orderBookOf'>,
  { market, period, to, limit }: Request<'perpetual.accounts'>,
): Promise<Answer<'perpetual.accounts'>> {
  const { deps } = engine;
  if (!engine.orderBookOf(market)) throw new RuleError('marketUnknown');
  if (deps.source.origin === 'live') return { rows: null };
  const length = countPeriods[period];
  const now = deps.clock.now();
  const last = Math.floor(Math.min(now, to ?? now) / length) * length;
  const earliest = Math.ceil((now - KEPT_DAYS * DAY_MS) / length) * length;
  const first = Math.max(earliest, last - (limit - 1) * length);
  if (first > last) return { rows: [] };
  const params = [market, first, length, last];
  const changes = await deps.db.query<{ side: PositionSide; step: number; n: number }>(CHANGES, params);
  const counts = { long: 0, short: 0 };
  const rows = Array.from({ length: (last - first) / length + 1 }, (_, step) => {
    for (const each of changes) if (each.step === step) counts[each.side] += each.n;
    return { at: first + step * length, long: counts.long, short: counts.short };
  });
  return { rows };
}
