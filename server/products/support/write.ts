import type { calls, ParsedRequestOf, TicketRow } from '../../../domain/contract/index.ts';
import type { TicketAuthor } from '../../../domain/index.ts';
import {
  contentRefusal,
  MOST_MESSAGES,
  MOST_TICKETS,
  normalContent,
  normalTitle,
  RuleError,
  ticketRefusals,
} from '../../../domain/index.ts';
import type { Transaction } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import { subjectOf } from './subjects.ts';
import { ticketOf } from './tickets.ts';

type Calls = typeof calls;

/**
 * Opens a ticket. The same key opens one once. @returns its number.
 * @throws {RuleError} `ticketTitle`, `ticketContent`, `ticketsTooMany`, `ticketSubject`, `ticketPicture`.
 */
export async function openTicket(
  work: Transaction,
  userId: number,
  request: ParsedRequestOf<Calls['support.add']>,
): Promise<number> {
  const [refusal] = Object.values(ticketRefusals(request));
  if (refusal) throw new RuleError(refusal);
  const { tx, at } = work;
  await lockUser(tx, userId);
  const [known] = await tx.query<{ id: number }>(
    'select id from support_ticket where user_id = $1 and key = $2',
    [userId, request.key],
  );
  if (known) return known.id;
  await mayHaveOneMore(tx, userId);
  const subject = request.subject && (await subjectOf(tx, userId, request.subject));
  const { id } = singleRow(
    await tx.query<{ id: number }>(
      `insert into support_ticket (user_id, key, title, subject_kind, subject_id, subject_what, subject_at, created_at,
         updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning id`,
      [
        ...[userId, request.key, normalTitle(request.title)],
        ...[subject?.kind ?? null, subject?.id ?? null, subject?.what ?? null, subject?.at ?? null, at],
      ],
    ),
  );
  const message = await addMessage(work, id, 'person', request.content, request.key);
  await attach(tx, userId, message, request.pictures);
  await publishTicket(work, userId, id);
  return id;
}

/**
 * A user's own words in a ticket, which waits for ours again. The same key writes them once.
 * @throws {RuleError} `notFound`, `ticketContent`, `ticketsTooMany` when it was closed, `ticketFull`, `ticketPicture`.
 */
export async function replyTo(
  work: Transaction,
  userId: number,
  { id, key, content, pictures }: ParsedRequestOf<Calls['support.reply']>,
): Promise<void> {
  const refusal = contentRefusal(content);
  if (refusal) throw new RuleError(refusal);
  const { tx } = work;
  await lockUser(tx, userId);
  const { state, messages } = await ticketOf(tx, userId, id);
  const written = await tx.query('select 1 from support_message where ticket_id = $1 and key = $2', [
    id,
    key,
  ]);
  if (written.length > 0) return;
  if (messages >= MOST_MESSAGES) throw new RuleError('ticketFull');
  if (state === 'closed') await mayHaveOneMore(tx, userId);
  const message = await addMessage(work, id, 'person', content, key);
  await attach(tx, userId, message, pictures);
  await publishTicket(work, userId, id);
}

/** Our reply. @returns the ticket; undefined when there is none. @throws {RuleError} `ticketContent`. */
export async function answerTicket(
  work: Transaction,
  id: number,
  content: string,
): Promise<TicketRow | undefined> {
  const refusal = contentRefusal(content);
  if (refusal) throw new RuleError(refusal);
  const { tx } = work;
  const [ticket] = await tx.query<{ owner: number }>(
    'select user_id as owner from support_ticket where id = $1',
    [id],
  );
  if (!ticket) return undefined;
  await lockUser(tx, ticket.owner);
  await ownerOf(tx, id);
  // A ticket that its user has closed meanwhile opens again only where it exceeds no bound: a reply ends no other ticket.
  const { state } = await ticketOf(tx, ticket.owner, id);
  const isFull = state === 'closed' && (await openOf(tx, ticket.owner)) >= MOST_TICKETS;
  await addMessage(work, id, 'support', content, null);
  if (isFull) await tx.query("update support_ticket set state = 'closed' where id = $1", [id]);
  return publishTicket(work, ticket.owner, id);
}

/** Says that a user has read up to a message. @throws {RuleError} `notFound`. */
export async function readUpTo(
  work: Transaction,
  userId: number,
  id: number,
  message: number,
): Promise<TicketRow> {
  await ticketOf(work.tx, userId, id);
  // A reply that is being written waits: it is not read by what was read before it.
  await ownerOf(work.tx, id);
  const changed = await work.tx.query(
    `update support_ticket t set read_to = r.upto, version = version + 1,
       unread = (select count(*) from support_message m where m.ticket_id = t.id and m.author = 'support' and m.id > r.upto)
     from (select coalesce(max(id), 0) as upto from support_message where ticket_id = $1 and id <= $2) r
     where t.id = $1 and t.read_to < r.upto returning t.id`,
    [id, message],
  );
  return changed.length === 0 ? ticketOf(work.tx, userId, id) : publishTicket(work, userId, id);
}

/** Closes a ticket; one that is closed stays so. @returns undefined when there is none. */
export async function closeTicket(work: Transaction, id: number): Promise<TicketRow | undefined> {
  const owner = await ownerOf(work.tx, id);
  if (owner === undefined) return undefined;
  const closed = await work.tx.query(
    `update support_ticket set state = 'closed', version = version + 1, updated_at = $2
     where id = $1 and state <> 'closed' returning id`,
    [id, work.at],
  );
  return closed.length === 0 ? ticketOf(work.tx, owner, id) : publishTicket(work, owner, id);
}

/** Locks the user's row: concurrent messages wait, so that none exceeds a bound or is written twice. */
const lockUser = (tx: Queries, userId: number): Promise<unknown> =>
  tx.query('select 1 from app_user where id = $1 for no key update', [userId]);

async function ownerOf(tx: Queries, id: number): Promise<number | undefined> {
  const [found] = await tx.query<{ userId: number }>(
    'select user_id as "userId" from support_ticket where id = $1 for update',
    [id],
  );
  return found?.userId;
}

async function openOf(tx: Queries, userId: number): Promise<number> {
  const { open } = singleRow(
    await tx.query<{ open: number }>(
      `select count(*) as open from support_ticket where user_id = $1 and state <> 'closed'`,
      [userId],
    ),
  );
  return open;
}

async function mayHaveOneMore(tx: Queries, userId: number): Promise<void> {
  if ((await openOf(tx, userId)) >= MOST_TICKETS) throw new RuleError('ticketsTooMany');
}

/** Writes a message and what follows for its ticket. Who writes has read all that stood there. @returns its number. */
async function addMessage(
  { tx, at }: Transaction,
  ticket: number,
  author: TicketAuthor,
  content: string,
  key: string | null,
): Promise<number> {
  const isOurs = author === 'support';
  await tx.query(
    `update support_ticket set state = $2, messages = messages + 1, unread = case when $3 then unread + 1 else 0 end,
       unnoticed = $3, updated_at = $4, version = version + 1 where id = $1`,
    [ticket, isOurs ? 'replied' : 'waiting', isOurs, at],
  );
  const { id } = singleRow(
    await tx.query<{ id: number }>(
      `insert into support_message (ticket_id, author, key, content, at) values ($1, $2, $3, $4, $5) returning id`,
      [ticket, author, key, normalContent(content), at],
    ),
  );
  if (!isOurs) await tx.query('update support_ticket set read_to = $2 where id = $1', [ticket, id]);
  return id;
}

/** Puts pictures to a message. @throws {RuleError} `ticketPicture` for one that is not their own or used already. */
async function attach(
  tx: Queries,
  userId: number,
  message: number,
  pictures: readonly string[],
): Promise<void> {
  const attached = await tx.query(
    `insert into support_picture (upload_id, message_id, place)
     select u.id, $2, asked.place - 1 from unnest($3::text[]) with ordinality as asked(id, place)
       join upload u on u.id = asked.id and u.user_id = $1
     on conflict (upload_id) do nothing returning upload_id`,
    [userId, message, [...pictures]],
  );
  if (attached.length !== pictures.length) throw new RuleError('ticketPicture');
}

async function publishTicket(work: Transaction, userId: number, id: number): Promise<TicketRow> {
  const row = await ticketOf(work.tx, userId, id);
  await work.publish(userId, 'ticket', { id, state: row.state });
  return row;
}
