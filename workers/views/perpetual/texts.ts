import type {
  Dec,
  Direction,
  LiquidationPrice,
  NumberStyle,
  PositionSide,
  PriceScale,
} from '../../../domain/index.ts';
import {
  amountText,
  D,
  directionOf,
  gainText,
  liquidationText,
  moneyText,
  NO_FIGURE,
  percentOf,
  percentText,
  SETTLEMENT_ASSET,
  signedMoneyText,
  toText,
  tradePriceText,
} from '../../../domain/index.ts';
import type { LiquidationFigure } from '../../protocol.ts';

/** What a market's numbers are written with. */
export interface Texts {
  readonly price: (value: Dec | null | undefined) => string;
  readonly quantity: (value: Dec | null | undefined) => string;
  readonly money: (value: Dec | undefined) => string;
  /** What a user has or may use: never more than there is. */
  readonly has: (value: Dec | undefined) => string;
  /** What a user pays or puts aside: never less than it is. */
  readonly owes: (value: Dec | undefined) => string;
  readonly signed: (value: Dec | undefined) => string;
  /** What a user gains: signed, rounded down. */
  readonly gain: (value: Dec | undefined) => string;
  /** A signed fraction as a signed per cent. */
  readonly percent: (fraction: Dec | undefined) => string;
  readonly liquidation: (price: LiquidationPrice, side: PositionSide) => LiquidationFigure;
}

/** Of a position whose market is not listed. */
const UNLISTED: PriceScale = { tick: '0.01', quote: SETTLEMENT_ASSET };

/** @param market undefined where it is not listed: all digits are shown. */
export function textsOf(market: PriceScale | undefined, style: NumberStyle): Texts {
  const price: Texts['price'] = (value) =>
    value === null || value === undefined || value === '0' ? NO_FIGURE : tradePriceText(value, market, style);
  return {
    price,
    quantity: (value) => (value === null || value === undefined ? NO_FIGURE : amountText(value, style)),
    money: (value) => (value === undefined ? NO_FIGURE : moneyText(value, style)),
    has: (value) => (value === undefined ? NO_FIGURE : moneyText(value, style, 'down')),
    owes: (value) => (value === undefined ? NO_FIGURE : moneyText(value, style, 'up')),
    signed: (value) => (value === undefined ? NO_FIGURE : signedMoneyText(value, style)),
    gain: (value) => (value === undefined ? NO_FIGURE : gainText(value, style)),
    percent: (fraction) => percentText(fraction && toText(new D(fraction).times(100)), style),
    liquidation: (liquidation, side) => ({
      kind: liquidation.kind,
      text: liquidationText(liquidation, side, market ?? UNLISTED, style),
    }),
  };
}

/** A share of what there is, without a sign: `7.40%`. @param fraction ≥ 0; undefined when there is nothing left. */
export function ratioText(fraction: Dec | undefined, style: NumberStyle): string {
  if (fraction === undefined) return NO_FIGURE;
  return percentOf(new D(fraction).times(100).toFixed(2), style);
}

/** The same for a bar, 0 to 1000; full when there is nothing left. */
export function permilleOf(fraction: Dec | undefined): number {
  if (fraction === undefined) return 1_000;
  return D.max(0, D.min(1, new D(fraction)))
    .times(1_000)
    .toDecimalPlaces(0)
    .toNumber();
}

/** Of money as it is shown: what reads as zero has none. */
export const moneyDirection = (money: Dec | undefined): Direction =>
  money === undefined ? 0 : directionOf(moneyText(money));

/** The same of a gain, which is rounded down. */
export const gainDirection = (gain: Dec | undefined): Direction =>
  gain === undefined ? 0 : directionOf(gainText(gain));
