import type { Calls, RequestOf } from '../../../domain/contract/index.ts';
import { isMarketType } from '../../../domain/index.ts';
import type { MarketHead, TicketFrame } from '../../../workers/api.ts';
import type { Sender } from '../../state/useSender.ts';
import { useSender } from '../../state/useSender.ts';
import { lifeOf } from '../../ui/ticket/expiry.ts';
import type { Ticket } from '../../ui/ticket/ticket.ts';
import { useOrderToasts } from './useOrderToasts.ts';

/** What a ticket asks for: one order, or a pair of which one cancels the other. */
export type Asked =
  | { readonly call: 'spot.place'; readonly request: RequestOf<Calls['spot.place']> }
  | { readonly call: 'spot.placeOco'; readonly request: RequestOf<Calls['spot.placeOco']> };

export interface OrderSender extends Pick<Sender<'spot.place'>, 'state'> {
  readonly send: (asked: Asked) => Promise<void>;
}

/** What is sent for a ticket. @param ahead how far the exchange's clock is ahead of the device's, ms. */
export function askedOf(
  market: string,
  { side, type, tif, expiry, postOnly }: Ticket,
  order: NonNullable<TicketFrame['order']>,
  ahead = 0,
): Asked {
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
  return { call: 'spot.place', request: { ...own, ...life, market, side, type } };
}

/** Sends orders and tells what became of them. */
export function useOrderSender(market: MarketHead | undefined, onPlaced: () => void): OrderSender {
  const toasts = useOrderToasts();
  const one = useSender('spot.place');
  const pair = useSender('spot.placeOco');
  const sent = async (asked: Asked) => {
    if (asked.call === 'spot.place') return one.send(asked.request);
    const result = await pair.send(asked.request);
    if (result?.state !== 'settled') return result;
    return { ...result, data: { order: result.data.limit } };
  };
  return {
    state: one.state === 'idle' ? pair.state : one.state,
    send: async (asked) => {
      if (!market) return;
      const result = await sent(asked);
      if (result?.state === 'refused') toasts.refused(result.error);
      if (result?.state !== 'settled') return;
      toasts.placed(result.data, market);
      onPlaced();
    },
  };
}
