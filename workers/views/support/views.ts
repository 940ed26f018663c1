import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { SupportFrame, SupportThreadFrame, SupportThreadView, SupportView } from '../../protocol.ts';
import { AskedViewer } from '../askedView.ts';
import type { LiveView } from '../live.ts';
import { live } from '../live.ts';
import type { ShownBy, ViewDeps } from '../view.ts';
import { messageLine, subjectLine, ticketLine } from './lines.ts';
import { supportTicketsView } from './tickets.ts';

type Summary = ResponseOf<Calls['support.summary']>;
type Thread = ResponseOf<Calls['support.detail']>;

/** What menus show of tickets; the last order may be another after each of a person's movements. */
function openSummary(view: SupportView, deps: ViewDeps): LiveView<SupportView> {
  return new AskedViewer<SupportView, Summary>(
    view,
    {
      ask: () => deps.call('support.summary', {}),
      depends: () => `${deps.streams.news.of('ticket')}`,
      frame: (answer): SupportFrame => ({
        kind: 'support',
        key: deps.newKey(),
        ...(answer ? summaryOf(deps, answer) : {}),
      }),
    },
    deps,
  );
}

function summaryOf(
  deps: ViewDeps,
  { unread, waiting, lastOrder }: Summary,
): Omit<SupportFrame, 'kind' | 'key'> {
  return { unread, waiting, ...(lastOrder ? { lastOrder: subjectLine(deps, lastOrder) } : {}) };
}

function openThread(view: SupportThreadView, deps: ViewDeps): LiveView<SupportThreadView> {
  return new AskedViewer<SupportThreadView, Thread>(
    view,
    {
      ask: ({ id }) => deps.call('support.detail', { id }),
      depends: ({ turn }) => `${deps.streams.news.of('ticket')} ${turn}`,
      frame: (answer): SupportThreadFrame => ({
        kind: 'supportThread',
        key: deps.newKey(),
        ...(answer ? { thread: threadOf(deps, answer) } : {}),
      }),
    },
    deps,
  );
}

function threadOf(deps: ViewDeps, { ticket, messages }: Thread): NonNullable<SupportThreadFrame['thread']> {
  return { ticket: ticketLine(deps, ticket), messages: messages.map((each) => messageLine(deps, each)) };
}

/** Views about help tickets. */
export const supportViews: ShownBy<'support' | 'supportTickets' | 'supportThread'> = {
  support: { pace: 'focus', open: live(openSummary) },
  supportTickets: { pace: 'focus', open: supportTicketsView },
  supportThread: { pace: 'focus', open: live(openThread) },
};
