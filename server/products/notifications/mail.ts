import type { NotificationRow } from '../../../domain/contract/index.ts';
import type { Language, Market, PositionSide } from '../../../domain/index.ts';
import {
  amountText,
  D,
  languageTag,
  numberStyleOf,
  quantityText,
  SETTLEMENT_ASSET,
  signedAmountText,
  toText,
  tradePriceText,
} from '../../../domain/index.ts';

/** A position that was ended or reduced against its owner's will. */
export type ForcedRow = Extract<NotificationRow, { kind: 'liquidation' | 'reduction' | 'deleveraging' }>;

export const mailKey = {
  liquidation: 'liquidated',
  reduction: 'reduced',
  deleveraging: 'deleveraged',
} as const satisfies Readonly<Record<ForcedRow['kind'], string>>;

export const isForced = (row: NotificationRow): row is ForcedRow => row.kind in mailKey;

/** Decimal places in which a mean price is rounded before its market's step is. */
const PRICE_PLACES = 18;

/**
 * What fills the blanks of a mail, in the language of its reader. @param market undefined when it is listed no more:
 * numbers have the digits that are stored then. @param sides how the language names a position's sides.
 */
export function mailFields(
  { body, at }: ForcedRow,
  market: Pick<Market, 'name' | 'tick' | 'lot' | 'base' | 'quote'> | undefined,
  language: Language,
  sides: Readonly<Record<PositionSide, string>>,
): Readonly<Record<string, string>> {
  const style = numberStyleOf(languageTag(language));
  const base = market?.base ?? '';
  const quantity = (amount: string) =>
    `${quantityText(amount, market?.lot ?? amount, style)} ${base}`.trimEnd();
  const isTraded = !new D(body.quantity).isZero();
  // Half away from zero, as every mean price is shown.
  const price = isTraded
    ? toText(new D(body.value).div(body.quantity).toDecimalPlaces(PRICE_PLACES, D.ROUND_HALF_UP))
    : '0';
  return {
    market: market?.name ?? body.market,
    side: sides[body.side],
    quantity: quantity(body.quantity),
    price: tradePriceText(price, market, style),
    net: `${signedAmountText(body.net, style)} ${SETTLEMENT_ASSET}`,
    left: quantity(body.left),
    wallet: `${amountText(body.wallet, style)} ${SETTLEMENT_ASSET}`,
    time: `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  };
}
