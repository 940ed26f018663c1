import type { BalancesAnswer, MarkRow, PositionRow } from '../../../../domain/contract/index.ts';
import type { CrossTotals, LiquidationPrice } from '../../../../domain/index.ts';
import {
  crossFrame,
  D,
  defaultTerms,
  liquidationPrice,
  perpetualFees,
  positionFigures,
  SETTLEMENT_ASSET,
  shownLiquidation,
  tiersOfMarket,
  toText,
} from '../../../../domain/index.ts';
import type { MarkBoard } from '../../../market/marks/board.ts';
import type { Instruments } from '../market/instruments.ts';
import { meanOf } from './orderRows.ts';

/** A position with all that is computed of it at its mark. */
export interface Figured {
  readonly row: PositionRow;
  readonly symbol: string;
  readonly mark: string;
  readonly value: D;
  readonly profit: D;
  readonly initial: D;
  readonly maintenance: D;
  readonly liquidation: string;
}

export interface FuturesAccount {
  readonly positions: readonly Figured[];
  /** What is booked, and what of it is held for orders. */
  readonly posted: string;
  readonly held: string;
  readonly cross: CrossTotals;
  /** Margins of isolated positions. */
  readonly isolated: D;
}

/** Reads a user's futures account as the exchange's own rules see it, at the marks of this moment. */
export function accountOf(
  { balances, futures }: BalancesAnswer,
  instruments: Instruments,
  marks: MarkBoard | undefined,
): FuturesAccount {
  const board = new Map((marks?.rows() ?? []).map((row) => [row[0], row]));
  const found = balances.find(({ account, asset }) => account === 'futures' && asset === SETTLEMENT_ASSET);
  const [posted, held] = [found?.posted ?? '0', found?.held ?? '0'];
  const isolated = futures.positions.reduce((sum, { margin }) => sum.plus(margin), new D(0));
  const placed = futures.positions.flatMap((row) => {
    const symbol = instruments.symbolOf(row.market);
    const mark = board.get(row.market);
    return symbol && mark ? [placedOf(row, symbol, mark, instruments)] : [];
  });
  const crossed = placed.filter(({ row }) => row.mode === 'cross');
  const free = toText(D.max(0, new D(held).minus(isolated)));
  const { totals, liquidations } = crossFrame({
    balance: toText(new D(posted).minus(isolated)),
    held: free,
    positions: crossed.map(({ row, mark, table }) => ({ position: row, mark, table })),
  });
  const positions = placed.map((each) =>
    figured(
      each,
      each.row.mode === 'cross'
        ? liquidations[crossed.indexOf(each)]
        : liquidationPrice(each.row, each.row.margin, each.mark, each.table),
    ),
  );
  return { positions, posted, held: free, cross: totals, isolated };
}

function placedOf(row: PositionRow, symbol: string, [, mark]: MarkRow, instruments: Instruments) {
  const market = instruments.find(symbol);
  return { row, symbol, mark, market, table: tiersOfMarket(market) };
}

function figured(
  { row, symbol, mark, market, table }: ReturnType<typeof placedOf>,
  liquidation: LiquidationPrice | undefined,
): Figured {
  const { value, profit } = positionFigures(row, mark);
  const { cross } = {
    cross: crossFrame({ balance: '0', held: '0', positions: [{ position: row, mark, table }] }),
  };
  const shown = liquidation && shownLiquidation(liquidation, row.side, market.tick);
  return {
    ...{ row, symbol, mark },
    value: new D(value),
    profit: new D(profit),
    initial: new D(cross.totals.initial),
    maintenance: new D(cross.totals.maintenance),
    liquidation: shown?.kind === 'at' ? shown.price : shown?.kind === 'due' ? mark : '0',
  };
}

/** Short positions are negative. */
const signed = ({ side }: PositionRow, amount: string): string => (side === 'long' ? amount : `-${amount}`);

export const entryOf = (row: PositionRow): string => meanOf(row.cost, row.quantity);

/** The entry at which closing would bring nothing after both fees, the taker's for the closing one. */
function breakEvenOf(row: PositionRow): string {
  const paid = new D(row.cost).times(perpetualFees.taker).times(2);
  return meanOf(toText(new D(row.cost)[row.side === 'long' ? 'plus' : 'minus'](paid)), row.quantity);
}

/** A position in the form of `positionRisk`. */
export function riskRow({ row, symbol, mark, value, profit, initial, maintenance, liquidation }: Figured) {
  const isIsolated = row.mode === 'isolated';
  const isolatedMargin = isIsolated ? toText(new D(row.margin).plus(profit)) : '0';
  return {
    symbol,
    positionSide: 'BOTH',
    positionAmt: signed(row, row.quantity),
    entryPrice: entryOf(row),
    breakEvenPrice: breakEvenOf(row),
    markPrice: mark,
    unRealizedProfit: toText(profit),
    liquidationPrice: liquidation,
    isolatedMargin,
    isolatedWallet: row.margin,
    notional: signed(row, toText(value)),
    marginAsset: SETTLEMENT_ASSET,
    initialMargin: toText(initial),
    maintMargin: toText(maintenance),
    positionInitialMargin: toText(initial),
    openOrderInitialMargin: '0',
    adl: 0,
    bidNotional: '0',
    askNotional: '0',
    leverage: `${row.leverage}`,
    marginType: isIsolated ? 'isolated' : 'cross',
    isAutoAddMargin: 'false',
    updateTime: row.updatedAt,
  };
}

/** How a market without a position is traded by this user. */
export function idleRow(symbol: string, market: string, { futures }: BalancesAnswer, mark: string) {
  const { mode, leverage } = futures.terms.find((each) => each.market === market) ?? defaultTerms;
  return {
    ...{
      symbol,
      positionSide: 'BOTH',
      positionAmt: '0',
      entryPrice: '0',
      breakEvenPrice: '0',
      markPrice: mark,
    },
    ...{
      unRealizedProfit: '0',
      liquidationPrice: '0',
      isolatedMargin: '0',
      isolatedWallet: '0',
      notional: '0',
    },
    ...{ marginAsset: SETTLEMENT_ASSET, leverage: `${leverage}`, isAutoAddMargin: 'false' },
    ...{ initialMargin: '0', maintMargin: '0', positionInitialMargin: '0', openOrderInitialMargin: '0' },
    marginType: mode === 'isolated' ? 'isolated' : 'cross',
    updateTime: 0,
  };
}

/** The one asset that futures are settled in, and the account's sums. */
export function assetRow({ posted, held, cross, positions, isolated }: FuturesAccount, at: number) {
  const profit = positions.reduce((sum, each) => sum.plus(each.profit), new D(0));
  const maintenance = positions.reduce((sum, each) => sum.plus(each.maintenance), new D(0));
  const initial = positions.reduce(
    (sum, each) => sum.plus(each.row.mode === 'isolated' ? each.row.margin : each.initial),
    new D(0),
  );
  return {
    asset: SETTLEMENT_ASSET,
    walletBalance: posted,
    unrealizedProfit: toText(profit),
    marginBalance: toText(profit.plus(posted)),
    maintMargin: toText(maintenance),
    initialMargin: toText(initial.plus(held)),
    positionInitialMargin: toText(initial),
    openOrderInitialMargin: held,
    crossWalletBalance: toText(new D(posted).minus(isolated)),
    crossUnPnl: cross.profit,
    availableBalance: cross.available,
    maxWithdrawAmount: cross.available,
    marginAvailable: true,
    // Clients take an asset of moment 0 for one that was never set up.
    updateTime: at,
  };
}
