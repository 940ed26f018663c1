import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type {
  SupportFrame,
  SupportThreadFrame,
  SupportThreadView,
  SupportView,
  ViewKind,
} from '../../protocol.ts';
import { answerView } from '../answerView.ts';
import type { ViewDeps, ViewSpecs } from '../view.ts';
import { messageLine, subjectLine, ticketLine } from './lines.ts';
import { supportTicketsView } from './tickets.ts';

type Summary = ResponseOf<Calls['support.summary']>;
type Thread = ResponseOf<Calls['support.detail']>;

/** What menus show of tickets. */
const supportView = answerView({
  request: ({ call }, _: SupportView) => call('support.summary', {}),
  key: ({ streams }) => `${streams.news.of('ticket')}`,
  frame: (summary, failure, deps): SupportFrame => ({
    ...failure,
    kind: 'support',
    key: deps.newKey(),
    ...(summary ? summaryOf(deps, summary) : {}),
  }),
});

function summaryOf(
  deps: ViewDeps,
  { unread, waiting, lastOrder }: Summary,
): Omit<SupportFrame, 'kind' | 'key'> {
  return { unread, waiting, ...(lastOrder ? { lastOrder: subjectLine(deps, lastOrder) } : {}) };
}

const supportThreadView = answerView({
  request: ({ call }, { id }: SupportThreadView) => call('support.detail', { id }),
  key: ({ streams }, { turn }) => `${streams.news.of('ticket')} ${turn}`,
  frame: (thread, failure, deps): SupportThreadFrame => ({
    ...failure,
    kind: 'supportThread',
    key: deps.newKey(),
    ...(thread ? { thread: threadOf(deps, thread) } : {}),
  }),
});

function threadOf(deps: ViewDeps, { ticket, messages }: Thread): NonNullable<SupportThreadFrame['thread']> {
  return { ticket: ticketLine(deps, ticket), messages: messages.map((each) => messageLine(deps, each)) };
}

/** Views about help tickets. */
export const supportViews = {
  support: { pace: 'focus', open: supportView },
  supportTickets: { pace: 'focus', open: supportTicketsView },
  supportThread: { pace: 'focus', open: supportThreadView },
} satisfies Partial<ViewSpecs<ViewKind>>;
