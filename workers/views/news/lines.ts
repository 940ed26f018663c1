import type { NotificationRow } from '../../../domain/contract/index.ts';
import type { Dec } from '../../../domain/index.ts';
import {
  amountText,
  D,
  defined,
  SETTLEMENT_ASSET,
  signedAmountText,
  signOf,
  toText,
  tradePriceText,
} from '../../../domain/index.ts';
import type { NotificationLine, NotificationText } from '../../protocol.ts';
import { ratioText, textsOf } from '../perpetual/texts.ts';
import type { ViewDeps } from '../view.ts';

type LineDeps = Pick<ViewDeps, 'rows' | 'words'>;
type BodyOf<K extends NotificationRow['kind']> = Extract<NotificationRow, { kind: K }>['body'];

/** A notification as users read it. */
export function notificationLine(row: NotificationRow, deps: LineDeps): NotificationLine {
  return { id: row.id, time: deps.words().moment(row.at), about: textOf(row, deps) };
}

/** An amount that was made or lost, with every digit that is booked. */
export const netText = (amount: Dec, { words }: Pick<ViewDeps, 'words'>) => ({
  text: `${signedAmountText(amount, words().style)} ${SETTLEMENT_ASSET}`,
  direction: signOf(amount),
});

function textOf(row: NotificationRow, deps: LineDeps): NotificationText {
  const { style } = deps.words();
  const money = (amount: Dec, asset: string): string => `${amountText(amount, style)} ${asset}`;
  switch (row.kind) {
    case 'fill':
      return { kind: 'fill', ...orderOf(row.body, deps), isPartial: row.body.isPartial };
    case 'trigger':
      return triggerText(row.body, deps);
    case 'chase': {
      const { market, quantity, left, reason } = row.body;
      const { quantity: amount } = textsOf(deps.rows.row(market)?.market, style);
      const isPartial = !new D(quantity).isZero();
      return { kind: 'chase', ...orderOf(row.body, deps), left: amount(left), isPartial, reason };
    }
    case 'liquidation':
    case 'reduction':
    case 'deleveraging':
      return { kind: row.kind, ...forcedOf(row.body, deps) };
    case 'cycle':
      return cycleText(row.body, deps);
    case 'alert':
      return alertText(row.body, deps);
    case 'interest':
    case 'reward':
      return { kind: row.kind, amounts: row.body.amounts.map(({ amount, asset }) => money(amount, asset)) };
    case 'margin': {
      const { ratio, market, side } = row.body;
      const name = market === undefined ? undefined : (deps.rows.row(market)?.market.name ?? market);
      return {
        kind: 'margin',
        ratio: ratioText(ratio, style),
        ...defined({ name, side }),
      };
    }
    case 'absence':
      return { kind: 'absence', action: row.body.action };
    case 'deposit': {
      const { asset, amount, result, debt } = row.body;
      const owed = new D(debt).isZero() ? {} : { debt: money(debt, asset) };
      return { kind: 'deposit', amount: money(amount, asset), result, ...owed };
    }
    case 'withdrawal':
      return {
        kind: 'withdrawal',
        amount: money(row.body.amount, row.body.asset),
        result: row.body.result,
      };
    case 'storage': {
      const { asset, amount, earned, isRenewed, reason } = row.body;
      const why = reason === undefined ? {} : { reason };
      return {
        kind: 'storage',
        amount: money(amount, asset),
        earned: money(earned, asset),
        isRenewed,
        ...why,
      };
    }
    case 'reply':
      return { kind: 'reply', ticket: row.body.ticket, title: row.body.title };
    case 'identity':
      return { kind: 'identity', level: row.body.level, result: row.body.result };
  }
}

interface Traded {
  readonly market: string;
  readonly quantity: Dec;
  readonly value: Dec;
}

function tradedOf({ market, quantity, value }: Traded, { rows, words }: LineDeps) {
  const found = rows.row(market);
  const texts = textsOf(found?.market, words().style);
  const average = new D(quantity).isZero() ? undefined : toText(new D(value).div(quantity));
  return {
    name: found?.market.name ?? market,
    quantity: texts.quantity(quantity),
    average: texts.price(average),
  };
}

const orderOf = (body: BodyOf<'fill' | 'trigger' | 'chase'>, deps: LineDeps) => ({
  product: body.product,
  order: body.order,
  side: body.side,
  ...tradedOf(body, deps),
});

function triggerText(body: BodyOf<'trigger'>, deps: LineDeps): NotificationText {
  const { trigger, price, result, net, reason } = body;
  return {
    kind: 'trigger',
    ...orderOf(body, deps),
    trigger,
    price: priceOf(body.market, price, deps),
    result,
    ...(net === undefined ? {} : { net: netText(net, deps) }),
    ...defined({ reason }),
  };
}

function forcedOf(body: BodyOf<'liquidation'>, deps: LineDeps) {
  const { style } = deps.words();
  return {
    side: body.side,
    ...tradedOf(body, deps),
    net: netText(body.net, deps),
    left: amountText(body.left, style),
    wallet: `${amountText(body.wallet, style)} ${SETTLEMENT_ASSET}`,
  };
}

function cycleText(
  { market, direction, cycle, outcome, net }: BodyOf<'cycle'>,
  deps: LineDeps,
): NotificationText {
  const name = deps.rows.row(market)?.market.name ?? market;
  return { kind: 'cycle', name, direction, cycle, outcome, net: netText(net, deps) };
}

function alertText({ market, direction, price, reached }: BodyOf<'alert'>, deps: LineDeps): NotificationText {
  return {
    kind: 'alert',
    market,
    name: deps.rows.row(market)?.market.name ?? market,
    direction,
    price: priceOf(market, price, deps),
    reached: priceOf(market, reached, deps),
  };
}

function priceOf(market: string, price: Dec, { rows, words }: LineDeps): string {
  return tradePriceText(price, rows.row(market)?.market, words().style);
}
