import type { SubjectRow, TicketMessage, TicketRow } from '../../../domain/contract/index.ts';
import type { MessageLine, SubjectLine, TicketLine } from '../../protocol.ts';
import type { ViewDeps } from '../view.ts';

type LineDeps = Pick<ViewDeps, 'rows' | 'words'>;

/** What a ticket is about: a market by the name that users read. */
export function subjectLine({ rows, words }: LineDeps, { kind, id, what, at }: SubjectRow): SubjectLine {
  return { kind, id, what: rows.row(what)?.market.name ?? what, time: words().moment(at) };
}

export function ticketLine(deps: LineDeps, ticket: TicketRow): TicketLine {
  const { id, title, state, subject, unread, messages, updatedAt } = ticket;
  return {
    id,
    title,
    state,
    ...(subject ? { subject: subjectLine(deps, subject) } : {}),
    unread,
    messages,
    time: deps.words().moment(updatedAt),
  };
}

export function messageLine({ words }: LineDeps, message: TicketMessage): MessageLine {
  const { id, author, content, pictures, at } = message;
  return { id, author, content, pictures, time: words().moment(at) };
}
