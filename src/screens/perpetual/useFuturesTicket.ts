import { useEffect, useMemo, useState } from 'react';
import type { FuturesTicketFrame } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import type { FuturesTicket, TextField } from './futuresTicket.ts';
import { keepTicket, keptTicket, viewOf } from './futuresTicket.ts';

export interface FuturesControl {
  readonly market: string;
  readonly ticket: FuturesTicket;
  readonly frame: FuturesTicketFrame | undefined;
  /** What stands in the amount's field: as typed, or what the chosen share comes to. */
  readonly amount: string;
  readonly change: (next: Partial<FuturesTicket>) => void;
  readonly touch: (field: TextField) => void;
  readonly touchAll: () => void;
  /** Code of what is wrong with a field that the person has been at. */
  readonly errorOf: (field: TextField) => string | undefined;
  readonly hasErrors: boolean;
  /** What to send, once the worker has said it of exactly this ticket. */
  readonly order: FuturesTicketFrame['order'];
  /** Empties amount and guards after an order; price and type stay. */
  readonly reset: () => void;
}

const NONE: ReadonlySet<TextField> = new Set();
const ALL: ReadonlySet<TextField> = new Set(['price', 'stopPrice', 'amount', 'takeProfit', 'stopLoss']);

/** One market's ticket: what is typed stays until the person changes it, in this tab over reloads and logins. */
export function useFuturesTicket(market: string): FuturesControl {
  const [ticket, setTicket] = useState(() => keptTicket(market));
  const [touched, setTouched] = useState(NONE);
  const [frame, setFrame] = useState<FuturesTicketFrame>();
  const view = useMemo(() => viewOf(market, ticket), [market, ticket]);
  useView(view, setFrame);
  useEffect(() => keepTicket(market, ticket), [market, ticket]);
  // What was said of another ticket says nothing of this one.
  const isOld = JSON.stringify(frame?.view) !== JSON.stringify(view);
  const errors = isOld ? {} : (frame?.errors ?? {});
  return {
    market,
    ticket,
    frame,
    amount: ticket.percent === '' ? ticket.amount : (frame?.amount ?? ''),
    change: (next) => setTicket((before) => ({ ...before, ...next })),
    touch: (field) => setTouched((before) => new Set([...before, field])),
    touchAll: () => setTouched(ALL),
    errorOf: (field) => (touched.has(field) ? errors[field] : undefined),
    hasErrors: Object.values(errors).some((code) => code !== undefined),
    order: isOld ? undefined : frame?.order,
    reset: () => {
      setTicket((before) => ({ ...before, amount: '', percent: '', takeProfit: '', stopLoss: '' }));
      setTouched(NONE);
    },
  };
}
