import type {
  FundingRow,
  FuturesFillRow,
  FuturesOrderRow,
  LiquidationRow,
  PositionRow,
} from '../../../domain/contract/index.ts';
import type { Dec, Result } from '../../../domain/index.ts';
import { bookedCost, bookedGain, netRealised, roundToDecimals } from '../../../domain/index.ts';
import type { FuturesFilter, FuturesTab } from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import { exported, PAGE } from '../../session/export.ts';
import type { PastRow } from './historyView.ts';
import { requestPast } from './historyView.ts';

const HEADS: Readonly<Record<FuturesTab, string>> = {
  positions:
    'id,market,side,mode,leverage,opened (UTC),closed (UTC),end,open quantity,open cost,closed quantity,closed cost,closed value,price P/L,fees,funding,net P/L',
  orders:
    'id,time (UTC),market,side,type,time in force,reduce only,status,price,trigger,trigger kind,trigger source,quantity,filled,filled total,fee,price P/L,reason',
  fills: 'id,time (UTC),market,position,order,side,kind,role,price,quantity,fee,price P/L',
  funding: 'id,time (UTC),market,position,side,quantity,mark,rate,amount',
  liquidations:
    'id,time (UTC),market,position,step,side,mode,quantity,price,mark,equity,maintenance,closing fee,price P/L,fee,insurance',
};

/** Places of what is stored and not booked: rates, and prices that no order had. */
const STORED = 18;

/** One tab's rows as CSV, as booked, newest first. Sums that are never rounded have the places of their asset. No field holds a person's own text. */
export function exportFutures(call: Caller, filter: FuturesFilter): Promise<Result<string>> {
  return exported<PastRow, number>(HEADS[filter.tab], lineOf, (before) =>
    requestPast(call, filter, before, PAGE, 'all'),
  );
}

function lineOf(past: PastRow): string {
  switch (past.tab) {
    case 'positions':
      return positionFields(past.row).join(',');
    case 'orders':
      return orderFields(past.row).join(',');
    case 'fills':
      return fillFields(past.row).join(',');
    case 'funding':
      return fundingFields(past.row).join(',');
    case 'liquidations':
      return liquidationFields(past.row).join(',');
  }
}

const stored = (value: Dec): Dec => roundToDecimals(value, STORED, 'nearest');
const momentOf = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());

function positionFields(row: PositionRow): readonly (string | number)[] {
  const { fees, funding } = row.realised;
  const realised = { ...row.realised, price: bookedGain(row.realised.price) };
  return [
    row.id,
    row.market,
    row.side,
    row.mode,
    row.leverage,
    momentOf(row.openedAt),
    momentOf(row.closedAt),
    row.end ?? 'open',
    row.quantity,
    bookedCost(row.cost),
    row.closedQuantity,
    bookedCost(row.closedCost),
    bookedGain(row.closedValue),
    realised.price,
    fees,
    funding,
    netRealised(realised),
  ];
}

function orderFields(row: FuturesOrderRow): readonly (string | number)[] {
  return [
    row.id,
    momentOf(row.createdAt),
    row.market,
    row.side,
    row.type,
    row.postOnly ? 'post-only' : row.tif,
    row.reduceOnly ? 'yes' : 'no',
    row.status,
    row.price ?? '',
    row.trigger?.price ?? '',
    row.trigger?.kind ?? '',
    row.trigger?.source ?? '',
    row.quantity ?? '',
    row.filled,
    row.filledTotal,
    row.fee,
    row.profit,
    row.reason ?? '',
  ];
}

function fillFields(row: FuturesFillRow): readonly (string | number)[] {
  const { id, at, market, position, order, side, kind, role, price, quantity, fee, profit } = row;
  return [id, momentOf(at), market, position, order ?? '', side, kind, role, price, quantity, fee, profit];
}

function fundingFields(row: FundingRow): readonly (string | number)[] {
  const { id, at, market, position, side, quantity, mark, rate, amount } = row;
  return [id, momentOf(at), market, position, side, quantity, mark, stored(rate), amount];
}

function liquidationFields(row: LiquidationRow): readonly (string | number)[] {
  return [
    row.id,
    momentOf(row.at),
    row.market,
    row.position,
    row.step,
    row.side,
    row.mode,
    row.quantity,
    row.price === null ? '' : stored(row.price),
    row.mark,
    bookedGain(row.equity),
    bookedCost(row.maintenance),
    bookedCost(row.closingFee),
    row.profit,
    row.fee,
    row.insurance,
  ];
}
