import type { TicketFrame, TicketView } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import type { Ticket, TicketField } from '../../ui/ticket/ticket.ts';
import {
  changedTicket,
  draftOf,
  filledPrice,
  storedTicket,
  storeTicket,
  viewOf,
} from '../../ui/ticket/ticket.ts';
import type { TicketControl as Control, TicketKind } from '../../ui/ticket/useTicketControl.ts';
import { useTicketControl } from '../../ui/ticket/useTicketControl.ts';

export type TicketControl = Control<Ticket, TicketField, TicketFrame>;

const SPOT: TicketKind<Ticket, TicketField, TicketView, TicketFrame> = {
  kept: storedTicket,
  keep: storeTicket,
  draftOf,
  viewOf,
  useFrames: useView<TicketView>,
  fields: ['price', 'stopPrice', 'stopLimitPrice', 'amount', 'takeProfit', 'stopLoss'],
  emptied: { amount: '', percent: '', takeProfit: '', stopLoss: '' },
  filled: (ticket, { quick }) => filledPrice(ticket, quick.last),
  changed: changedTicket,
};

/** The ticket of a pair. */
export const useTicket = (market: string): TicketControl => useTicketControl(market, SPOT);
