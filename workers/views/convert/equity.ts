import type { AssetSum, Balance, Dec } from '../../../domain/index.ts';
import { D, sumsOf, TOTAL_ASSET, toText, totalWorth } from '../../../domain/index.ts';
import type { Positions } from '../../streams/positions/index.ts';
import type { ViewDeps } from '../view.ts';

/** USDT for one of an asset; undefined where no price is known. */
export const usdtOf = ({ rows }: Pick<ViewDeps, 'rows'>, asset: string): Dec | undefined =>
  asset === TOTAL_ASSET ? '1' : rows.row(`${asset}-${TOTAL_ASSET}`)?.ticker?.last;

export const sumsIn = (deps: Pick<ViewDeps, 'rows'>, balances: readonly Balance[]): readonly AssetSum[] =>
  sumsOf(balances, (asset) => usdtOf(deps, asset));

/** All that the user has, the P/L of open positions included, USDT; undefined while that cannot be said. */
export function equityOf(deps: Pick<ViewDeps, 'rows' | 'funds'>, positionsState: Positions): Dec | undefined {
  const { profit } = positionsState.snapshot();
  if (deps.funds.uid === undefined || !positionsState.isKnown || profit === undefined) return undefined;
  if (!deps.rows.tickerVersion) return undefined;
  return toText(new D(totalWorth(sumsIn(deps, deps.funds.balances)).total).plus(profit));
}
