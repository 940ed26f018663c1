import type { TicketRow } from '../../../domain/contract/index.ts';
import type { SupportTicketsFrame, SupportTicketsView } from '../../protocol.ts';
import type { LiveView } from '../live.ts';
import { PagedViewer } from '../pagedView.ts';
import { named } from '../pages.ts';
import type { ViewDeps } from '../view.ts';
import { ticketLine } from './lines.ts';

interface Row {
  readonly id: string;
  readonly ticket: TicketRow;
}

const request = ({ state }: SupportTicketsView) => (state === undefined ? {} : { state });

/** Tickets in the order of their last change; one that changes while somebody looks moves to the top. */
export function openTickets(view: SupportTicketsView, deps: ViewDeps): LiveView<SupportTicketsView> {
  return new PagedViewer<SupportTicketsView, Row, string>(view, {
    asked: request,
    page: async (filter, part) => {
      const result = await deps.call('support.list', { ...request(filter), ...part });
      return named(result, (ticket) => ({ id: placeOf(ticket), ticket }));
    },
    version: () => deps.streams.news.of('ticket'),
    frame: (rows, end): SupportTicketsFrame => ({
      kind: 'supportTickets',
      lines: newestOf(rows).map((ticket) => ticketLine(deps, ticket)),
      ...end,
    }),
  });
}

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
