import { base64 } from '@scure/base';
import type {
  calls,
  ParsedRequestOf,
  ResponseOf,
  TicketMessage,
  TicketRow,
} from '../../../domain/contract/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import type { AccountDeps } from '../../books/users/context.ts';
import { ownUpload } from '../../books/users/storeUpload.ts';
import { lastOrderOf } from './subjects.ts';

type Calls = typeof calls;

/** One ticket of a user. @throws {RuleError} `notFound` for another user's as for none. */
export async function ticketOf(db: Queries, userId: number, id: number): Promise<TicketRow> {
  const [found] = await db.query<{ row: TicketRow }>(
    'select ticket_row(t) as row from support_ticket t where id = $1 and user_id = $2',
    [id, userId],
  );
  if (!found) throw new RuleError('notFound');
  return found.row;
}

/** All messages of a ticket, oldest first. */
export async function messagesOf(db: Queries, ticket: number): Promise<TicketMessage[]> {
  return [
    ...(await db.query<TicketMessage>(
      `select m.id, m.author, m.content, m.at, coalesce((select jsonb_agg(jsonb_build_object('id', u.id,
           'width', u.width, 'height', u.height) order by p.place)
         from support_picture p join upload u on u.id = p.upload_id where p.message_id = m.id), '[]') as pictures
       from support_message m where m.ticket_id = $1 order by m.id`,
      [ticket],
    )),
  ];
}

/** A ticket with its messages. @throws {RuleError} `notFound`. */
export async function threadOf(
  db: Queries,
  userId: number,
  id: number,
): Promise<ResponseOf<Calls['support.detail']>> {
  return { ticket: await ticketOf(db, userId, id), messages: await messagesOf(db, id) };
}

/** A user's tickets, those that changed last first. */
export async function ticketsOf(
  db: Queries,
  userId: number,
  { state, before, limit }: ParsedRequestOf<Calls['support.list']>,
): Promise<ResponseOf<Calls['support.list']>> {
  const [at = null, id = null] = before?.split('.') ?? [];
  const found = await db.query<{ row: TicketRow }>(
    `select ticket_row(t) as row from support_ticket t where user_id = $1 and ($2::text is null or state = $2)
       and ($3::bigint is null or (updated_at, id) < ($3::bigint, $4::bigint))
     order by updated_at desc, id desc limit $5`,
    [userId, state ?? null, at, id, limit + 1],
  );
  const rows = found.slice(0, limit).map(({ row }) => row);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? `${last.updatedAt}.${last.id}` : null };
}

/** Replies that a user has not read, of all tickets. */
export async function unreadOf(db: Queries, userId: number): Promise<number> {
  const { unread } = singleRow(
    await db.query<{ unread: number }>(
      'select coalesce(sum(unread), 0)::int as unread from support_ticket where user_id = $1 and unread > 0',
      [userId],
    ),
  );
  return unread;
}

export async function summaryOf(db: Queries, userId: number): Promise<ResponseOf<Calls['support.summary']>> {
  const { waiting } = singleRow(
    await db.query<{ waiting: number }>(
      `select count(*) as waiting from support_ticket where user_id = $1 and state = 'waiting'`,
      [userId],
    ),
  );
  return { unread: await unreadOf(db, userId), waiting, lastOrder: await lastOrderOf(db, userId) };
}

/** A picture of an own ticket. @throws {RuleError} `notFound` for all others, those of its place. */
export async function pictureOf(
  deps: Pick<AccountDeps, 'db' | 'uploads'>,
  userId: number,
  { id }: ParsedRequestOf<Calls['support.picture']>,
): Promise<ResponseOf<Calls['support.picture']>> {
  const used = await deps.db.query('select 1 from support_picture where upload_id = $1', [id]);
  if (used.length === 0) throw new RuleError('notFound');
  const { content, width, height } = await ownUpload(deps, userId, id);
  return { type: 'image/jpeg', width, height, content: base64.encode(content) };
}
