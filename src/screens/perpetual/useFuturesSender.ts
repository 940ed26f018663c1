import type { Calls, RequestOf } from '../../../domain/contract/index.ts';
import type { FuturesTicketFrame, MarketHead } from '../../../workers/api.ts';
import type { Sender } from '../../state/useSender.ts';
import { useSender } from '../../state/useSender.ts';
import { lifeOf } from '../../ui/ticket/expiry.ts';
import type { FuturesTicket } from './futuresTicket.ts';
import { useFuturesToasts } from './useFuturesToasts.ts';

export type PlaceRequest = RequestOf<Calls['perpetual.place']>;

export interface FuturesSender extends Pick<Sender<'perpetual.place'>, 'state'> {
  readonly send: (request: PlaceRequest) => Promise<void>;
}

/** What is sent for a ticket. @param ahead how far the exchange's clock is ahead of the device's, ms. */
export function requestOf(
  market: string,
  { side, type, tif, expiry, postOnly, reduceOnly, source, stopKind }: FuturesTicket,
  { stopPrice, ...order }: NonNullable<FuturesTicketFrame['order']>,
  ahead = 0,
): PlaceRequest {
  const trigger = stopPrice === undefined ? {} : { trigger: { price: stopPrice, source, kind: stopKind } };
  // An order at the market has neither.
  const life = type === 'market' ? {} : { ...lifeOf(tif, expiry, ahead), postOnly };
  return { ...order, ...trigger, ...life, market, side, type, reduceOnly };
}

/** Sends orders and shows their outcome. */
export function useFuturesSender(market: MarketHead | undefined, onPlaced: () => void): FuturesSender {
  const toasts = useFuturesToasts();
  const { state, send } = useSender('perpetual.place');
  return {
    state,
    send: async (request) => {
      if (!market) return;
      const result = await send(request, onPlaced);
      if (result?.state === 'refused') toasts.refused(result.error);
      if (result?.state !== 'settled') return;
      toasts.placed(result.data.order, market.name, result.data.net);
      onPlaced();
    },
  };
}
