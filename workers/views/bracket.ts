import type {
  BracketBreach,
  Dec,
  Market,
  NumberStyle,
  OrderTicket,
  PositionSide,
  Protection,
} from '../../domain/index.ts';
import {
  amountSign,
  bracketBreach,
  D,
  guardAway,
  NO_FIGURE,
  signedMoneyText,
  signOfSide,
  toText,
  tradePriceText,
  typedAmount,
} from '../../domain/index.ts';
import type { BracketInput, BracketTexts, TicketView } from '../protocol.ts';

/*
 * Take-profit and stop-loss of a ticket: by price, or by per cent of the price at which it opens.
 */

/** A bracket as it is typed, each guard as a price, as far as one can be made of it. */
export function typedBracket(
  input: BracketInput,
  side: PositionSide,
  opening: Dec | undefined,
  { tick }: Market,
): Protection {
  const of = (guard: keyof Protection): Dec | undefined => {
    const typed = typedAmount(input[guard]);
    if (input.guardBy !== 'percent' || typed === undefined) return typed;
    return opening === undefined ? undefined : guardAway(side, guard, opening, typed, tick);
  };
  return { takeProfit: of('takeProfit'), stopLoss: of('stopLoss') };
}

/**
 * What is wrong with a guard that is typed and comes to no price; nothing while the price that its per cent is of is
 * not known.
 */
export function guardFlaw(
  input: BracketInput,
  guard: keyof Protection,
  price: Dec | undefined,
  opening: Dec | undefined,
): 'priceInvalid' | undefined {
  const isAwaited = input.guardBy === 'percent' && amountSign(opening) !== 1;
  return input[guard] === '' || price !== undefined || isAwaited ? undefined : 'priceInvalid';
}

/** What each guard comes to: its price, and what closing a quantity there brings, fees aside. */
export function bracketTexts(
  { takeProfit, stopLoss }: Protection,
  { side, quantity, opening }: { side: PositionSide; quantity: Dec | undefined; opening: Dec | undefined },
  market: Market,
  style: NumberStyle,
): BracketTexts {
  const price = (at: Dec | undefined) => (at === undefined ? NO_FIGURE : tradePriceText(at, market, style));
  const gain = (at: Dec | undefined): string =>
    at === undefined || quantity === undefined || opening === undefined
      ? NO_FIGURE
      : signedMoneyText(toText(new D(at).minus(opening).times(signOfSide(side)).times(quantity)), style);
  return {
    guards: { takeProfit: price(takeProfit), stopLoss: price(stopLoss) },
    gains: { takeProfit: gain(takeProfit), stopLoss: gain(stopLoss) },
  };
}

/** What a spot order is guarded with: what it comes to, and what is wrong with it; undefined without a bracket. */
export function spotBracket(
  { bracket: input }: Pick<TicketView, 'bracket'>,
  order: OrderTicket,
  { market, last, at, quantity }: Bought,
  style: NumberStyle,
) {
  if (!input || order.side === 'sell') return undefined;
  const opening = order.type === 'stopMarket' ? order.stopPrice : at;
  const bracket = typedBracket(input, 'long', opening, market);
  return {
    bracket,
    texts: bracketTexts(bracket, { side: 'long', quantity, opening }, market, style),
    errors: errorsOf(input, bracket, order, { market, last }, opening),
  };
}

interface Bought {
  readonly market: Market;
  readonly last: Dec | undefined;
  /** The price by which amounts are worked out. */
  readonly at: Dec | undefined;
  /** Base units. */
  readonly quantity: Dec | undefined;
}

/** The first rule that the bracket breaks, by its field. */
function errorsOf(
  input: BracketInput,
  bracket: Protection,
  order: OrderTicket,
  { market, last = '0' }: Pick<Bought, 'market' | 'last'>,
  opening: Dec | undefined,
): Partial<Record<BracketBreach['field'], string>> {
  for (const guard of ['takeProfit', 'stopLoss'] as const) {
    const flaw = guardFlaw(input, guard, bracket[guard], opening);
    if (flaw) return { [guard]: flaw };
  }
  const breach = bracketBreach(order, bracket, market, last);
  return breach ? { [breach.field]: breach.code } : {};
}
