import type { TicketRow } from '../../../domain/contract/index.ts';
import { defined } from '../../../domain/index.ts';
import type { SupportTicketsFrame, SupportTicketsView } from '../../protocol.ts';
import { pagedView } from '../pagedView.ts';
import { named } from '../pages.ts';
import { sampled } from '../view.ts';
import { ticketLine } from './lines.ts';

interface Row {
  readonly id: string;
  readonly ticket: TicketRow;
}

/** Tickets in the order of their last change; one that changes while somebody looks moves to the top. */
export const supportTicketsView = pagedView<string>()({
  request: ({ state }: SupportTicketsView) => defined({ state }),
  page: async ({ call }, request) =>
    named(await call('support.list', request), (ticket): Row => ({ id: placeOf(ticket), ticket })),
  version$: (deps) => sampled(deps, () => deps.streams.news.of('ticket')),
  frame: (rows, end, deps): SupportTicketsFrame => ({
    ...end,
    kind: 'supportTickets',
    lines: newestOf(rows).map((ticket) => ticketLine(deps, ticket)),
  }),
});

/** The name by which the exchange continues the list after a row: its place in it. */
const placeOf = ({ updatedAt, id }: TicketRow): string => `${updatedAt}.${id}`;

/** Each ticket once: one that moved up since it was read is still known at its former place. */
function newestOf(rows: readonly Row[]): readonly TicketRow[] {
  const seen = new Set<number>();
  return rows
    .map(({ ticket }) => ticket)
    .filter(({ id }) => {
      const isNew = !seen.has(id);
      seen.add(id);
      return isNew;
    });
}
