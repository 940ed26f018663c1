import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { OrderSide } from '../orders/orderCodes.ts';
import type { CrossAccount, MarkedPosition } from './account.ts';
import type { OpeningTerms, Position } from './position.ts';
import { openingTermsOf } from './position.ts';
import type { TierTable } from './tiers.ts';

/** Where an order is placed: the user's futures account and the market. Money in quote. */
export interface OrderPlace {
  /** Booked, without margins of isolated positions. */
  readonly balance: Dec;
  /** Held for resting orders. */
  readonly held: Dec;
  /** Open on this market, cross or isolated. */
  readonly position: Position | undefined;
  /** Cross positions on other markets. */
  readonly others: readonly MarkedPosition[];
  /** Of this market, quote per base. */
  readonly mark: Dec;
  readonly table: TierTable;
  /** Fee that the order will pay, a fraction. */
  readonly feeRate: Dec;
}

/** The cross side of the account with this balance and this position on the order's market. */
export function accountOf(place: OrderPlace, balance: Dec, position: Position | undefined): CrossAccount {
  const own = position?.mode === 'cross' ? [{ position, mark: place.mark, table: place.table }] : [];
  return { balance, held: place.held, positions: [...own, ...place.others] };
}

/** The place as it is when the order fills: one that rests fills when the mark has come to its price. */
export function whenFilled(
  place: OrderPlace,
  { side, price }: { readonly side: OrderSide; readonly price: Dec },
): OrderPlace {
  const mark = side === 'buy' ? D.min(place.mark, price) : D.max(place.mark, price);
  return { ...place, mark: toText(mark) };
}

/** Mode and leverage are the open position's where there is one. */
export const termsOf = (
  { position }: Pick<OrderPlace, 'position'>,
  { terms }: { readonly terms: OpeningTerms },
): OpeningTerms => (position ? openingTermsOf(position) : terms);
