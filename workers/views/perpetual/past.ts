import type {
  FundingRow,
  FuturesFillRow,
  FuturesOrderRow,
  LiquidationRow,
  PositionRow,
} from '../../../domain/contract/index.ts';
import { D, fundingText, gainSum, netRealised, positionValue, roeOf, toText } from '../../../domain/index.ts';
import type {
  FundingLine,
  FuturesFillLine,
  LiquidationLine,
  PastOrderLine,
  PastPositionLine,
} from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import { timed } from '../../session/words.ts';
import type { MarketRow } from '../../streams/marketRows.ts';
import { futuresOrderLine } from './lines.ts';
import { moneyDirection, textsOf } from './texts.ts';

/** A position as it ended, or as far as it has been closed. */
export function pastPosition(row: PositionRow, found: MarketRow | undefined, words: Words): PastPositionLine {
  const texts = textsOf(found?.market, words.style);
  const sum = gainSum([row.realised.price, row.realised.fees, row.realised.funding], words.style);
  const [profit = '', fee = '', interest = ''] = sum.parts;
  const net = netRealised(row.realised);
  const closed = new D(row.closedQuantity);
  const mean = (sum: string) => (closed.isZero() ? undefined : toText(new D(sum).div(closed)));
  const cost = toText(new D(row.closedCost).plus(row.cost));
  const quantity = toText(closed.plus(row.quantity));
  return {
    tab: 'positions',
    id: row.id,
    market: row.market,
    name: found?.market.name ?? row.market,
    base: found?.market.base ?? '',
    side: row.side,
    mode: row.mode,
    leverage: row.leverage,
    end: row.end,
    quantity: texts.quantity(quantity),
    entry: texts.price(new D(quantity).isZero() ? undefined : toText(new D(cost).div(quantity))),
    close: texts.price(mean(row.closedValue)),
    value: texts.money(row.closedValue),
    net: sum.total,
    direction: sum.direction,
    roe: texts.percent(roeOf(net, row.closedCost, row.leverage)),
    profit,
    fee,
    interest,
    takeProfit: texts.price(row.takeProfit),
    stopLoss: texts.price(row.stopLoss),
    fired: (row.fired ?? []).map(({ kind, price, quantity: part, at }) => ({
      kind,
      price: texts.price(price),
      quantity: texts.quantity(part),
      time: words.stamp(at),
    })),
    day: words.day(row.openedAt),
    openedAt: words.stamp(row.openedAt),
    closedAt: row.closedAt === null ? '' : words.stamp(row.closedAt),
  };
}

export function pastOrder(row: FuturesOrderRow, found: MarketRow | undefined, words: Words): PastOrderLine {
  return { tab: 'orders', ...futuresOrderLine(row, found, words) };
}

export function fillLine(row: FuturesFillRow, found: MarketRow | undefined, words: Words): FuturesFillLine {
  const texts = textsOf(found?.market, words.style);
  return {
    tab: 'fills',
    id: row.id,
    position: row.position,
    order: row.order,
    name: found?.market.name ?? row.market,
    base: found?.market.base ?? '',
    side: row.side,
    role: row.role,
    fillKind: row.kind,
    price: texts.price(row.price),
    quantity: texts.quantity(row.quantity),
    value: texts.money(positionValue(row.quantity, row.price)),
    fee: texts.owes(row.fee),
    profit: texts.signed(row.profit),
    direction: moneyDirection(row.profit),
    ...timed(row.at, words),
  };
}

export function fundingLine(row: FundingRow, found: MarketRow | undefined, words: Words): FundingLine {
  const texts = textsOf(found?.market, words.style);
  return {
    tab: 'funding',
    id: row.id,
    position: row.position,
    name: found?.market.name ?? row.market,
    base: found?.market.base ?? '',
    side: row.side,
    quantity: texts.quantity(row.quantity),
    mark: texts.price(row.mark),
    rate: fundingText(row.rate, words.style),
    amount: texts.signed(row.amount),
    direction: moneyDirection(row.amount),
    ...timed(row.at, words),
  };
}

export function liquidationLine(
  row: LiquidationRow,
  found: MarketRow | undefined,
  words: Words,
): LiquidationLine {
  const texts = textsOf(found?.market, words.style);
  return {
    tab: 'liquidations',
    id: row.id,
    position: row.position,
    name: found?.market.name ?? row.market,
    base: found?.market.base ?? '',
    step: row.step,
    side: row.side,
    mode: row.mode,
    quantity: texts.quantity(row.quantity),
    price: texts.price(row.price),
    mark: texts.price(row.mark),
    equity: texts.signed(row.equity),
    needed: texts.owes(toText(new D(row.maintenance).plus(row.closingFee))),
    profit: texts.signed(row.profit),
    direction: moneyDirection(row.profit),
    fee: texts.owes(row.fee),
    insurance: texts.signed(row.insurance),
    ...timed(row.at, words),
  };
}
