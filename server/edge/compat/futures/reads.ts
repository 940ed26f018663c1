import {
  defaultTerms,
  perpetualFees,
  SETTLEMENT_ASSET,
  tiersOfMarket,
  toText,
} from '../../../../domain/index.ts';
import type { MarkBoard } from '../../../market/marks/board.ts';
import type { Instruments } from '../market/instruments.ts';
import { ApiError } from '../protocol/apiError.ts';
import type { Endpoints, Signer } from '../protocol/endpoint.ts';
import type { Params } from '../protocol/params.ts';
import { accountOf, assetRow, idleRow, riskRow } from './account.ts';
import type { IncomeDeps } from './income.ts';
import { income } from './income.ts';

export interface ReadsDeps extends IncomeDeps {
  readonly marks: MarkBoard | undefined;
  readonly now: () => number;
}

function brackets(instruments: Instruments, params: Params) {
  const one = params.text('symbol');
  const named = one === undefined ? [...instruments.markets] : [[one, instruments.find(one)] as const];
  return named.map(([symbol, market]) => ({
    symbol,
    brackets: tiersOfMarket(market).map(({ floor, cap, rate, deduction, maxLeverage }, i) => ({
      bracket: i + 1,
      initialLeverage: maxLeverage,
      notionalCap: cap.toNumber(),
      notionalFloor: floor.toNumber(),
      maintMarginRatio: rate.toNumber(),
      cum: deduction.toNumber(),
    })),
  }));
}

async function standing({ instruments, marks }: ReadsDeps, signer: Signer) {
  const state = await signer.call('account.balances', {});
  return { state, account: accountOf(state, instruments, marks) };
}

async function risks(deps: ReadsDeps, params: Params, signer: Signer, isWhole: boolean) {
  const { instruments, marks } = deps;
  const market = instruments.maybeOf(params);
  const { state, account } = await standing(deps, signer);
  const own = new Map(account.positions.map((each) => [each.row.market, riskRow(each)]));
  const board = new Map((marks?.rows() ?? []).map((row) => [row[0], row[1]]));
  const named = [...instruments.markets].filter(([, { id }]) =>
    market ? id === market.id : isWhole || own.has(id),
  );
  return named.map(([symbol, { id }]) => own.get(id) ?? idleRow(symbol, id, state, board.get(id) ?? '0'));
}

async function account(deps: ReadsDeps, signer: Signer, isWhole: boolean) {
  const { state, account: figures } = await standing(deps, signer);
  const asset = assetRow(figures, deps.now());
  const open = new Map(figures.positions.map((each) => [each.symbol, each]));
  const positions = [...deps.instruments.markets].flatMap(([symbol, { id }]) => {
    const found = open.get(symbol);
    if (!found && !isWhole) return [];
    const row = found ? riskRow(found) : idleRow(symbol, id, state, '0');
    const { unRealizedProfit, marginType } = row;
    return [
      { ...row, unrealizedProfit: unRealizedProfit, isolated: marginType === 'isolated', maxNotional: '0' },
    ];
  });
  return {
    feeTier: 0,
    canTrade: signer.key.futures,
    canDeposit: false,
    canWithdraw: false,
    multiAssetsMargin: false,
    tradeGroupId: -1,
    updateTime: 0,
    totalInitialMargin: asset.initialMargin,
    totalMaintMargin: asset.maintMargin,
    totalWalletBalance: asset.walletBalance,
    totalUnrealizedProfit: asset.unrealizedProfit,
    totalMarginBalance: asset.marginBalance,
    totalPositionInitialMargin: asset.positionInitialMargin,
    totalOpenOrderInitialMargin: asset.openOrderInitialMargin,
    totalCrossWalletBalance: asset.crossWalletBalance,
    totalCrossUnPnl: asset.crossUnPnl,
    availableBalance: asset.availableBalance,
    maxWithdrawAmount: asset.maxWithdrawAmount,
    assets: [asset],
    positions,
  };
}

async function balance(deps: ReadsDeps, signer: Signer) {
  const { account: figures } = await standing(deps, signer);
  const asset = assetRow(figures, deps.now());
  return [
    {
      accountAlias: '',
      asset: SETTLEMENT_ASSET,
      balance: asset.walletBalance,
      crossWalletBalance: asset.crossWalletBalance,
      crossUnPnl: asset.crossUnPnl,
      availableBalance: asset.availableBalance,
      maxWithdrawAmount: asset.maxWithdrawAmount,
      marginAvailable: true,
      updateTime: asset.updateTime,
    },
  ];
}

async function symbolConfig({ instruments }: ReadsDeps, params: Params, signer: Signer) {
  const market = instruments.maybeOf(params);
  const { terms, positions } = await signer.call('perpetual.state', {});
  return [...instruments.markets]
    .filter(([, { id }]) => !market || id === market.id)
    .map(([symbol, { id }]) => {
      const own = positions.find((each) => each.market === id) ?? terms.find((each) => each.market === id);
      const { mode, leverage } = own ?? defaultTerms;
      const marginType = mode === 'isolated' ? 'ISOLATED' : 'CROSSED';
      return { symbol, marginType, isAutoAddMargin: false, leverage, maxNotionalValue: '0' };
    });
}

/** Parts of an account that perpetuals here have in one form alone. */
const oneWay = { dualSidePosition: false };

/** What a user reads of futures. */
export function futuresReads(deps: ReadsDeps): Endpoints {
  const { instruments } = deps;
  const read = (weight: number, answer: (params: Params, signer: Signer) => Promise<unknown>) =>
    ({ security: 'signed', weight, answer }) as const;
  return {
    'GET /fapi/v2/account': read(5, (_, signer) => account(deps, signer, true)),
    'GET /fapi/v3/account': read(5, (_, signer) => account(deps, signer, false)),
    'GET /fapi/v2/balance': read(5, (_, signer) => balance(deps, signer)),
    'GET /fapi/v3/balance': read(5, (_, signer) => balance(deps, signer)),
    'GET /fapi/v2/positionRisk': read(5, (params, signer) => risks(deps, params, signer, true)),
    'GET /fapi/v3/positionRisk': read(5, (params, signer) => risks(deps, params, signer, false)),
    'GET /fapi/v1/leverageBracket': read(1, async (params) => brackets(instruments, params)),
    'GET /fapi/v1/income': read(30, (params, signer) => income(deps, params, signer)),
    'GET /fapi/v1/symbolConfig': read(5, (params, signer) => symbolConfig(deps, params, signer)),
    'GET /fapi/v1/accountConfig': read(5, async (_, signer) => ({
      ...{ feeTier: 0, canTrade: signer.key.futures, canDeposit: false, canWithdraw: false },
      ...{ ...oneWay, updateTime: 0, multiAssetsMargin: false, tradeGroupId: -1 },
    })),
    'GET /fapi/v1/commissionRate': read(20, async (params) => {
      const symbol = params.needText('symbol');
      instruments.find(symbol);
      const { maker, taker } = perpetualFees;
      return { symbol, makerCommissionRate: maker, takerCommissionRate: taker };
    }),
    'GET /fapi/v1/positionSide/dual': read(30, async () => oneWay),
    'GET /fapi/v1/multiAssetsMargin': read(30, async () => ({ multiAssetsMargin: false })),
  };
}

export const leverageCap = (instruments: Instruments, symbol: string, leverage: number): string => {
  const table = tiersOfMarket(instruments.find(symbol));
  const tier = table.findLast(({ maxLeverage }) => maxLeverage >= leverage);
  if (!tier) throw new ApiError(-4028, `Leverage ${leverage} is not valid`);
  return toText(tier.cap);
};
