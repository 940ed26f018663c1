import { useEffect, useMemo, useState } from 'react';
import type { TicketFrame } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import type { Ticket, TicketField } from './ticket.ts';
import { keepTicket, keptTicket, viewOf } from './ticket.ts';

export interface TicketControl {
  readonly market: string;
  readonly ticket: Ticket;
  readonly frame: TicketFrame | undefined;
  /** What stands in the amount's field: as typed, or what the chosen share comes to. */
  readonly amount: string;
  readonly change: (next: Partial<Ticket>) => void;
  readonly touch: (field: TicketField) => void;
  readonly touchAll: () => void;
  /** Code of what is wrong with a field that the person has been at. */
  readonly errorOf: (field: TicketField) => string | undefined;
  readonly hasErrors: boolean;
  /** What to send, once the worker has said it of exactly this ticket. */
  readonly order: TicketFrame['order'];
  /** Empties the amount after an order; price and type stay. */
  readonly reset: () => void;
}

const NONE: ReadonlySet<TicketField> = new Set();
const ALL: ReadonlySet<TicketField> = new Set(['price', 'stopPrice', 'amount']);

/** One market's ticket: what is typed stays until the person changes it, in this tab over reloads and logins. */
export function useTicket(market: string): TicketControl {
  const [ticket, setTicket] = useState(() => keptTicket(market));
  const [touched, setTouched] = useState(NONE);
  const [frame, setFrame] = useState<TicketFrame>();
  const view = useMemo(() => viewOf(market, ticket), [market, ticket]);
  useView(view, (next) => {
    // Many frames say the same: they are no news.
    setFrame((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  });
  useEffect(() => keepTicket(market, ticket), [market, ticket]);
  const change = (next: Partial<Ticket>) => {
    setTicket((before) => ({ ...before, ...next }));
  };
  // What was said of another ticket says nothing of this one.
  const isOld = JSON.stringify(frame?.view) !== JSON.stringify(view);
  const errors = isOld ? {} : (frame?.errors ?? {});
  return {
    market,
    ticket,
    frame,
    amount: ticket.percent === '' ? ticket.amount : (frame?.amount ?? ''),
    change,
    touch: (field) => setTouched((before) => new Set([...before, field])),
    touchAll: () => setTouched(ALL),
    errorOf: (field) => (touched.has(field) ? errors[field] : undefined),
    hasErrors: Object.values(errors).some((code) => code !== undefined),
    order: isOld ? undefined : frame?.order,
    reset: () => {
      setTicket((before) => ({ ...before, amount: '', percent: '' }));
      setTouched(NONE);
    },
  };
}
