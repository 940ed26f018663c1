import type { Dec } from '../../../domain/index.ts';
import { crossTotals, D, RuleError, SETTLEMENT_ASSET, tiersOfMarket, toText } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { openPositions } from './batch/position.ts';
import type { Perpetuals } from './perpetuals.ts';

/**
 * What a user can take out of the futures account, quote: the available balance at the present marks.
 * @param tx holds the account's lock. @throws {RuleError} `unavailable` before the start.
 */
export async function freeToTake(
  tx: Queries,
  perpetuals: Pick<Perpetuals, 'engine'> | undefined,
  userId: number,
): Promise<Dec> {
  if (!perpetuals) throw new RuleError('unavailable');
  const { engine } = perpetuals;
  const [row] = await tx.query<{ posted: Dec; held: Dec }>(
    "select posted::text, held::text from account where owner_id = $1 and kind = 'futures' and asset = $2",
    [userId, SETTLEMENT_ASSET],
  );
  const positions = await openPositions(tx, [userId]);
  const margins = positions.reduce((sum, { margin }) => sum.plus(margin), new D(0));
  const cross = positions
    .filter(({ mode }) => mode === 'cross')
    .map((position) => {
      const mark = engine.marks.of(position.market)?.mark;
      const market = engine.orderBookOf(position.market)?.market;
      if (mark === undefined || market === undefined) throw new RuleError('marketStale');
      return { position, mark, table: tiersOfMarket(market) };
    });
  const { available } = crossTotals({
    balance: toText(new D(row?.posted ?? 0).minus(margins)),
    held: toText(new D(row?.held ?? 0).minus(margins)),
    positions: cross,
  });
  return available;
}
