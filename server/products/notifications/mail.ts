import type { NotificationRow } from '../../../domain/contract/index.ts';
import type { Language, Market, PositionSide } from '../../../domain/index.ts';
import {
  amountText,
  exactPercentText,
  languageTag,
  meanPriceOf,
  numberStyleOf,
  quantityText,
  SETTLEMENT_ASSET,
  signedAmountText,
  tradePriceText,
} from '../../../domain/index.ts';
import type { MessageKey } from '../../books/users/messages.ts';

/** A position that was ended or reduced against its owner's will. */
type ForcedRow = Extract<NotificationRow, { kind: 'liquidation' | 'reduction' | 'deleveraging' }>;

const mailKey = {
  liquidation: 'liquidated',
  reduction: 'reduced',
  deleveraging: 'deleveraged',
} as const satisfies Readonly<Record<ForcedRow['kind'], string>>;

/** A margin ratio that has passed a level. */
type MarginNotice = Extract<NotificationRow, { kind: 'margin' }>;

const isForced = (row: NotificationRow): row is ForcedRow => row.kind in mailKey;

const timeText = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** What fills the blanks of a warning, as `mailFields` does those of what was ended. */
function marginFields(
  { body: { ratio, market: id, side }, at }: MarginNotice,
  market: Pick<Market, 'name'> | undefined,
  language: Language,
  sides: Readonly<Record<PositionSide, string>>,
): Readonly<Record<string, string>> {
  return {
    ratio: exactPercentText(ratio, numberStyleOf(languageTag(language))),
    market: market?.name ?? id ?? '',
    side: side ? sides[side] : '',
    time: timeText(at),
  };
}

/**
 * What fills the blanks of a mail, in the language of its reader. @param market undefined when it is listed no more:
 * numbers have the digits that are stored then. @param sides how the language names a position's sides.
 */
function mailFields(
  { body, at }: ForcedRow,
  market: Pick<Market, 'name' | 'tick' | 'lot' | 'base' | 'quote'> | undefined,
  language: Language,
  sides: Readonly<Record<PositionSide, string>>,
): Readonly<Record<string, string>> {
  const style = numberStyleOf(languageTag(language));
  const base = market?.base ?? '';
  const quantity = (amount: string) =>
    `${quantityText(amount, market?.lot ?? amount, style)} ${base}`.trimEnd();
  return {
    market: market?.name ?? body.market,
    side: sides[body.side],
    quantity: quantity(body.quantity),
    price: tradePriceText(meanPriceOf(body), market, style),
    net: `${signedAmountText(body.net, style)} ${SETTLEMENT_ASSET}`,
    left: quantity(body.left),
    wallet: `${amountText(body.wallet, style)} ${SETTLEMENT_ASSET}`,
    time: timeText(at),
  };
}

/** The mail that a notification is written as; undefined for one that is none. */
export function mailOf(
  row: NotificationRow,
  markets: readonly Market[],
  language: Language,
  sides: Readonly<Record<PositionSide, string>>,
): { readonly key: MessageKey; readonly fields: Readonly<Record<string, string>> } | undefined {
  if (row.kind === 'margin') {
    const market = markets.find(({ id }) => id === row.body.market);
    const key = row.body.market === undefined ? 'marginCross' : 'marginIsolated';
    return { key, fields: marginFields(row, market, language, sides) };
  }
  if (!isForced(row)) return undefined;
  const market = markets.find(({ id }) => id === row.body.market);
  return { key: mailKey[row.kind], fields: mailFields(row, market, language, sides) };
}
