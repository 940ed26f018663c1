import type { Calls, RequestOf } from '../../../domain/contract/index.ts';
import { compareDec, isMarketType } from '../../../domain/index.ts';
import type { MarketHead, TicketFrame } from '../../../workers/api.ts';
import type { Sender } from '../../state/useSender.ts';
import { useSender } from '../../state/useSender.ts';
import { lifeOf } from '../../ui/ticket/expiry.ts';
import type { Ticket } from '../../ui/ticket/ticket.ts';
import { useOrderToasts } from './useOrderToasts.ts';

/** What a ticket asks for: one order, or a pair of which one cancels the other. */
export type OrderRequest =
  | { readonly call: 'spot.place'; readonly request: RequestOf<Calls['spot.place']> }
  | { readonly call: 'spot.placeOco'; readonly request: RequestOf<Calls['spot.placeOco']> };

export interface OrderSender extends Pick<Sender<'spot.place'>, 'state'> {
  readonly send: (requested: OrderRequest) => Promise<void>;
}

/** What is sent for a ticket. @param frame the prices that its user sees, and how far the exchange's clock is ahead, ms. */
export function orderRequestOf(
  market: string,
  { side, type, tif, expiry, postOnly }: Ticket,
  order: NonNullable<TicketFrame['order']>,
  { ahead = 0, quick: { last } }: Pick<TicketFrame, 'ahead' | 'quick'>,
): OrderRequest {
  if (type === 'oco') {
    const { price = '', stopPrice = '', stopLimitPrice = '', quantity = '' } = order;
    return {
      call: 'spot.placeOco',
      request: { market, side, price, stopPrice, stopLimitPrice, quantity },
    };
  }
  // An order at the market has neither.
  const life = isMarketType(type) ? {} : { ...lifeOf(tif, expiry, ahead), postOnly };
  const { stopLimitPrice: _ofPairs, ...own } = order;
  const { stopPrice } = own;
  // A price that jumps past it on the way would turn it round: the exchange refuses it then.
  const way =
    stopPrice === undefined || last === undefined ? {} : { stopAbove: compareDec(stopPrice, last) > 0 };
  return { call: 'spot.place', request: { ...own, ...way, ...life, market, side, type } };
}

/** Sends orders and shows their outcome. */
export function useOrderSender(market: MarketHead | undefined, onPlaced: () => void): OrderSender {
  const toasts = useOrderToasts();
  const one = useSender('spot.place');
  const pair = useSender('spot.placeOco');
  const sent = async (requested: OrderRequest) => {
    if (requested.call === 'spot.place') return one.send(requested.request, onPlaced);
    const result = await pair.send(requested.request, onPlaced);
    if (result?.state !== 'settled') return result;
    return { ...result, data: { order: result.data.limit } };
  };
  return {
    state: one.state === 'idle' ? pair.state : one.state,
    send: async (requested) => {
      if (!market) return;
      const result = await sent(requested);
      if (result?.state === 'refused') toasts.refused(result.error);
      if (result?.state !== 'settled') return;
      toasts.placed(result.data, market);
      onPlaced();
    },
  };
}
