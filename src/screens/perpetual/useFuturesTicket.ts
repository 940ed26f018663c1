import type { FuturesTicketFrame, FuturesTicketView, MarketHead } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import { filledPrice, priceByAfter } from '../../ui/ticket/ticket.ts';
import type { TicketControl, TicketKind } from '../../ui/ticket/useTicketControl.ts';
import { useTicketControl } from '../../ui/ticket/useTicketControl.ts';
import type { FuturesTicket, TextField } from './futuresTicket.ts';
import { draftOf, storedTicket, storeTicket, viewOf } from './futuresTicket.ts';

export type FuturesControl = TicketControl<FuturesTicket, TextField, FuturesTicketFrame>;

/** What the parts of a ticket are given. */
export interface PanelProps {
  readonly control: FuturesControl;
  readonly market: MarketHead | undefined;
}

const FUTURES: TicketKind<FuturesTicket, TextField, FuturesTicketView, FuturesTicketFrame> = {
  kept: storedTicket,
  keep: storeTicket,
  draftOf,
  viewOf,
  useFrames: useView<FuturesTicketView>,
  fields: ['price', 'stopPrice', 'trailValue', 'activation', 'amount', 'takeProfit', 'stopLoss'],
  emptied: { amount: '', percent: '', takeProfit: '', stopLoss: '', trailValue: '', activation: '' },
  filled: (ticket, { quick }) => filledPrice(ticket, quick.last),
  changed: (ticket, next) => ({ ...priceByAfter(ticket, next), ...next }),
};

/** The ticket of a perpetual. */
export const useFuturesTicket = (market: string): FuturesControl => useTicketControl(market, FUTURES);
