import { useRef, useState } from 'react';
import type { Calls, RequestOf } from '../../../domain/contract/index.ts';
import type { MarketHead, TicketFrame } from '../../../workers/api.ts';
import { useJournal } from '../../state/journal.ts';
import { submit } from '../../state/login.ts';
import type { Ticket } from './ticket.ts';
import { useOrderToasts } from './useOrderToasts.ts';

export type PlaceRequest = RequestOf<Calls['spot.place']>;

export interface OrderSender {
  /** `unknown`: the answer was lost; the journal tells what became of it. */
  readonly state: 'idle' | 'sending' | 'unknown';
  readonly send: (request: PlaceRequest) => Promise<void>;
}

/** What is sent for a ticket. */
export function requestOf(
  market: string,
  { side, type, tif, postOnly }: Ticket,
  order: NonNullable<TicketFrame['order']>,
): PlaceRequest {
  return { ...order, market, side, type, tif, postOnly };
}

/** Sends orders one at a time: none goes out while another is on its way, or while one's end is not known. */
export function useOrderSender(market: MarketHead | undefined, onPlaced: () => void): OrderSender {
  const toasts = useOrderToasts();
  const entries = useJournal();
  const busy = useRef(false);
  const [state, setState] = useState<OrderSender['state']>('idle');
  const told = useRef(entries);
  told.current = entries;
  const [lostAt, setLostAt] = useState<typeof entries>();
  const isOpen = entries.some(({ call, state: at }) => call === 'spot.place' && at === 'unknown');
  // Until the journal has spoken after the loss, nothing is known either.
  const isLost = isOpen || (state === 'unknown' && entries === lostAt);
  const shown = state === 'sending' ? 'sending' : isLost ? 'unknown' : 'idle';
  return {
    state: shown,
    send: async (request) => {
      if (busy.current || isLost || !market) return;
      busy.current = true;
      setState('sending');
      const result = await submit('spot.place', request);
      busy.current = false;
      setState(result.state === 'unknown' ? 'unknown' : 'idle');
      setLostAt(told.current);
      if (result.state === 'refused') toasts.refused(result.error);
      if (result.state !== 'settled') return;
      toasts.placed(result.data, market);
      onPlaced();
    },
  };
}
