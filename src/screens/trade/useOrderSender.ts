import type { Calls, RequestOf } from '../../../domain/contract/index.ts';
import type { MarketHead, TicketFrame } from '../../../workers/api.ts';
import type { Sender } from '../../state/useSender.ts';
import { useSender } from '../../state/useSender.ts';
import type { Ticket } from '../../ui/ticket/ticket.ts';
import { useOrderToasts } from './useOrderToasts.ts';

export type PlaceRequest = RequestOf<Calls['spot.place']>;

export interface OrderSender extends Pick<Sender<'spot.place'>, 'state'> {
  readonly send: (request: PlaceRequest) => Promise<void>;
}

/** What is sent for a ticket. */
export function requestOf(
  market: string,
  { side, type, tif, postOnly }: Ticket,
  order: NonNullable<TicketFrame['order']>,
): PlaceRequest {
  // An order at the market has neither.
  const life = type === 'market' ? {} : { tif, postOnly };
  return { ...order, ...life, market, side, type };
}

/** Sends orders and tells what became of them. */
export function useOrderSender(market: MarketHead | undefined, onPlaced: () => void): OrderSender {
  const toasts = useOrderToasts();
  const { state, send } = useSender('spot.place');
  return {
    state,
    send: async (request) => {
      if (!market) return;
      const result = await send(request);
      if (result?.state === 'refused') toasts.refused(result.error);
      if (result?.state !== 'settled') return;
      toasts.placed(result.data, market);
      onPlaced();
    },
  };
}
