import { useRef, useState } from 'react';
import type { Calls, RequestOf } from '../../../domain/contract/index.ts';
import type { FuturesTicketFrame, MarketHead } from '../../../workers/api.ts';
import { useJournal } from '../../state/journal.ts';
import { submit } from '../../state/login.ts';
import type { FuturesTicket } from './futuresTicket.ts';
import { useFuturesToasts } from './useFuturesToasts.ts';

export type PlaceRequest = RequestOf<Calls['perpetual.place']>;

export interface FuturesSender {
  /** `unknown`: the answer was lost; the journal tells what became of it. */
  readonly state: 'idle' | 'sending' | 'unknown';
  readonly send: (request: PlaceRequest) => Promise<void>;
}

/** What is sent for a ticket. */
export function requestOf(
  market: string,
  { side, type, tif, postOnly, reduceOnly, source }: FuturesTicket,
  { stopPrice, ...order }: NonNullable<FuturesTicketFrame['order']>,
): PlaceRequest {
  const trigger = stopPrice === undefined ? {} : { trigger: { price: stopPrice, source } };
  return { ...order, ...trigger, market, side, type, tif, postOnly, reduceOnly };
}

/** Sends orders one at a time: none goes out while another is on its way, or while one's end is not known. */
export function useFuturesSender(market: MarketHead | undefined, onPlaced: () => void): FuturesSender {
  const toasts = useFuturesToasts();
  const entries = useJournal();
  const busy = useRef(false);
  const [state, setState] = useState<FuturesSender['state']>('idle');
  const told = useRef(entries);
  told.current = entries;
  const [lostAt, setLostAt] = useState<typeof entries>();
  const isOpen = entries.some(({ call, state: at }) => call === 'perpetual.place' && at === 'unknown');
  // Until the journal has spoken after the loss, nothing is known either.
  const isLost = isOpen || (state === 'unknown' && entries === lostAt);
  return {
    state: state === 'sending' ? 'sending' : isLost ? 'unknown' : 'idle',
    send: async (request) => {
      if (busy.current || isLost || !market) return;
      busy.current = true;
      setState('sending');
      const result = await submit('perpetual.place', request);
      busy.current = false;
      setState(result.state === 'unknown' ? 'unknown' : 'idle');
      setLostAt(told.current);
      if (result.state === 'refused') toasts.refused(result.error);
      if (result.state !== 'settled') return;
      toasts.placed(result.data.order, market.name);
      onPlaced();
    },
  };
}
