import type { Dec, Result } from '../../domain/index.ts';
import { amountText, D, directionOf, gainText, toText } from '../../domain/index.ts';
import type { HoldLine, NetGain, OrderDetail } from '../protocol.ts';
import type { Caller } from '../session/caller.ts';
import type { Words } from '../session/words.ts';
import type { MarketRows } from '../streams/marketRows.ts';
import { fillLine, orderLine } from './orderLine.ts';

/** What answers are worded with. */
interface AnswerDeps {
  readonly call: Caller;
  readonly rows: MarketRows;
  readonly words: Words;
}

/** One order with its fills, worded. */
export async function orderDetail(
  { call, rows, words }: AnswerDeps,
  id: number,
): Promise<Result<OrderDetail>> {
  const result = await call('spot.order', { id });
  if (!result.ok) return result;
  const { order, fills } = result.data;
  const row = rows.row(order.market);
  const data = {
    order: orderLine(order, row, words),
    fills: fills.map((fill) => fillLine(fill, row, words)),
  };
  return { ok: true, data };
}

/** Sum of net P/L, worded. */
export function netGainOf(nets: readonly Dec[], { style }: Words): NetGain {
  const sum = toText(nets.reduce((all, net) => all.plus(net), new D(0)));
  return { text: gainText(sum, style), direction: directionOf(gainText(sum)) };
}

/** Why an asset is frozen, worded. */
export async function holdsOf(
  { call, words }: AnswerDeps,
  asset: string,
): Promise<Result<readonly HoldLine[]>> {
  const result = await call('account.holds', { asset });
  if (!result.ok) return result;
  const { style, stamp } = words;
  const lines = result.data.holds.map(({ at, amount, ...line }) => ({
    ...line,
    amount: amountText(amount, style),
    time: stamp(at),
  }));
  return { ok: true, data: lines };
}
