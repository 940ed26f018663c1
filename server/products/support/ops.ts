import { base64 } from '@scure/base';
import type { TicketRow } from '../../../domain/contract/index.ts';
import { RuleError, ticketStates } from '../../../domain/index.ts';
import { runBeside } from '../../base/commands/command.ts';
import type { OpsAnswer } from '../../base/opsAnswer.ts';
import { numberOf, refused, reported, timeOf } from '../../base/opsAnswer.ts';
import type { OpsCommand, OpsDeps } from '../../books/users/opsCommand.ts';
import { ownUpload } from '../../books/users/storeUpload.ts';
import { messagesOf } from './tickets.ts';
import { answerTicket, closeTicket } from './write.ts';

interface Listed {
  readonly uid: string;
  readonly userId: number;
  readonly row: TicketRow;
}

const LISTED = `select u.uid, u.id as "userId", ticket_row(t) as row
  from support_ticket t join app_user u on u.id = t.user_id`;

function line({ uid, row }: Listed): string {
  const { subject } = row;
  const about = subject ? `  about ${subject.kind} ${subject.id} (${subject.what})` : '';
  return `${row.id}  ${timeOf(row.updatedAt)}  ${uid}  ${row.state}  ${row.messages} messages  ${row.title}${about}`;
}

/** Those that wait longest come first. */
async function list({ db }: OpsDeps, state = 'waiting'): Promise<OpsAnswer> {
  if (!ticketStates.some((each) => each === state))
    return refused(`"${state}" is no state: ${ticketStates.join(', ')}.`);
  const rows = await db.query<Listed>(
    `${LISTED} where t.state = $1 order by t.updated_at ${state === 'waiting' ? '' : 'desc'}, t.id limit 100`,
    [state],
  );
  return rows.length === 0 ? reported(`No ticket is ${state}.`) : reported(...rows.map(line));
}

async function show(deps: OpsDeps, text: string): Promise<OpsAnswer> {
  const [found] = await deps.db.query<Listed>(`${LISTED} where t.id = $1`, [numberOf(text)]);
  if (!found) return refused(`There is no ticket "${text}".`);
  const lines = [line(found)];
  const files: { name: string; content: string }[] = [];
  for (const { id, author, content, pictures, at } of await messagesOf(deps.db, found.row.id)) {
    lines.push('', `${timeOf(at)}  ${author === 'support' ? 'us' : found.uid}:`, content);
    for (const [i, { id: upload }] of pictures.entries()) {
      const name = `ticket-${found.row.id}-${id}-${i + 1}.jpg`;
      lines.push(`picture ${name}`);
      const picture = await pictureOrWhy(deps, found.userId, upload);
      if (typeof picture === 'string') lines.push(picture);
      else files.push({ name, content: base64.encode(picture) });
    }
  }
  return { ...reported(...lines), files };
}

/** A picture that cannot be had, such as of a bucket that is away, hides no word of its ticket. */
async function pictureOrWhy(deps: OpsDeps, userId: number, id: string): Promise<Uint8Array | string> {
  const why = (error: unknown): string =>
    `cannot be read: ${error instanceof RuleError ? error.code : error}`;
  return ownUpload(deps, userId, id).then(({ content }) => content, why);
}

async function answer(deps: OpsDeps, text: string, words: readonly string[]): Promise<OpsAnswer> {
  try {
    const row = await runBeside(deps, (work) => answerTicket(work, numberOf(text), words.join(' ')));
    return row ? reported(`Ticket ${row.id} is replied.`) : refused(`There is no ticket "${text}".`);
  } catch (error) {
    if (error instanceof RuleError) return refused('Say something, in up to 4000 letters.');
    throw error;
  }
}

async function close(deps: OpsDeps, text: string): Promise<OpsAnswer> {
  const row = await runBeside(deps, (work) => closeTicket(work, numberOf(text)));
  return row ? reported(`Ticket ${row.id} is closed.`) : refused(`There is no ticket "${text}".`);
}

/** What an operator may do about tickets: read, answer, close. */
export const supportOps: Readonly<Record<string, OpsCommand>> = {
  'tickets list': (deps, [state]) => list(deps, state),
  'tickets show': (deps, [id = '']) => show(deps, id),
  'tickets answer': (deps, [id = '', ...words]) => answer(deps, id, words),
  'tickets close': (deps, [id = '']) => close(deps, id),
};
