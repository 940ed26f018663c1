import type { CycleRow } from '../../../domain/contract/index.ts';
import type { Dec, NumberStyle } from '../../../domain/index.ts';
import {
  amountText,
  countdownText,
  cyclePayout,
  D,
  exactText,
  NO_FIGURE,
  outcomeOf,
  percentOf,
  signedAmountText,
  signOf,
  stepDecimals,
  tradePriceText,
  windowMs,
  windowPoints,
} from '../../../domain/index.ts';
import type { CycleLine, CycleSaleLine, CycleState } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { MarketRow } from '../../streams/marketRows.ts';

const WHOLE = 1_000;
/** Decimals of a settlement price beyond those of its market: a mean seldom lies on the tick. */
const MEAN_DECIMALS = 4;
const DOWN = 1;

/** A fraction in per cent, one decimal: rates have three places, so none is lost. @param rate ≥ 0. */
export function rateText(rate: Dec, style: NumberStyle): string {
  return percentOf(new D(rate).times(100).toFixed(1, DOWN), style);
}

/**
 * An index price with all digits that decide: at least those of its market, and up to four more, cut off. What is cut
 * may decide as well; the outcome is never read from this text.
 */
export function indexText(price: Dec, tick: Dec, style: NumberStyle): string {
  const least = stepDecimals(tick);
  const shown = new D(price).toDecimalPlaces(least + MEAN_DECIMALS, DOWN);
  return exactText(shown.toFixed(Math.max(least, shown.decimalPlaces())), style);
}

/** When a contract ends, or was sold back before that, ms UTC. */
export const endOf = ({ sale, endsAt }: CycleRow): number => sale?.tick.at ?? endsAt;

export function stateOf({ outcome, entry, endsAt }: CycleRow, now: number): CycleState {
  if (outcome !== null) return 'ended';
  if (now >= endsAt) return 'settling';
  return entry ? 'running' : 'waiting';
}

/** Profit of a contract: as booked once it has ended, else what it would be if it ended at this price. */
function profitOf(row: CycleRow, last: Dec | undefined): Dec | undefined {
  if (row.outcome !== null) return row.profit ?? undefined;
  if (!row.entry || last === undefined) return undefined;
  return cyclePayout(outcomeOf(row.direction, row.entry.price, last), row.amount, row.rate).profit;
}

/** A contract as users read it. @param market its asset's, where that is listed. @param now the server's clock, ms UTC. */
export function cycleLine(
  row: CycleRow,
  market: MarketRow | undefined,
  words: Words,
  now: number,
  sale: CycleSaleLine | null = null,
): CycleLine {
  const { style } = words;
  const last = market?.ticker?.last;
  const price = (value: Dec | undefined): string =>
    value === undefined
      ? NO_FIGURE
      : market
        ? indexText(value, market.market.tick, style)
        : exactText(value, style);
  const profit = profitOf(row, last);
  const left = row.endsAt - now;
  const elapsed = (WHOLE * (now - row.startsAt)) / (row.endsAt - row.startsAt);
  return {
    id: row.id,
    asset: row.asset,
    name: market?.market.name ?? row.asset,
    assetClass: row.kind,
    direction: row.direction,
    cycle: row.cycle,
    state: stateOf(row, now),
    amount: amountText(row.amount, style),
    rate: rateText(row.rate, style),
    winPayout: amountText(cyclePayout('win', row.amount, row.rate).payout, style),
    buyPrice: price(row.entry?.price),
    closePrice: price(row.sale?.tick.price ?? row.settlementPrice ?? undefined),
    fee: amountText(row.fee, style),
    payout: row.payout === null ? NO_FIGURE : amountText(row.payout, style),
    profit: profit === undefined ? NO_FIGURE : signedAmountText(profit, style),
    profitDirection: profit === undefined ? 0 : signOf(profit),
    price:
      row.outcome === null && last !== undefined ? tradePriceText(last, market?.market, style) : NO_FIGURE,
    countdown: row.outcome === null ? countdownText(left) : '',
    elapsedPermille: Math.min(WHOLE, Math.max(0, Math.round(elapsed))),
    outcome: row.outcome,
    reason: row.reason,
    points: row.points === null ? NO_FIGURE : `${row.points}/${windowPoints(row.cycle)}`,
    windowSeconds: `${windowMs(row.cycle) / 1_000}`,
    sale,
    boughtAt: words.stamp(row.acceptedAt),
    day: words.day(row.acceptedAt),
    endsAt: words.stamp(endOf(row)),
  };
}
