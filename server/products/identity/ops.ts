import { base64 } from '@scure/base';
import type { IdentityField, IdentityLevel, RejectionReason } from '../../../domain/index.ts';
import { applicationStates, fieldsOfLevel, rejectionReasons, spaced } from '../../../domain/index.ts';
import { run } from '../../base/commands/command.ts';
import { constraintOf } from '../../base/db/database.ts';
import type { OpsAnswer } from '../../base/opsAnswer.ts';
import { numberOf, refused, reported, timeOf } from '../../base/opsAnswer.ts';
import type { OpsCommand, OpsDeps } from '../../books/users/opsCommand.ts';
import { numberPurpose } from './apply.ts';
import type { Finding } from './decide.ts';
import { approve, reject } from './decide.ts';
import type { StoredPhoto } from './photos.ts';
import { openPhoto, photosOf } from './photos.ts';

const SHOWN = 100;
const MOST_NOTE = 300;

interface Listed {
  readonly id: number;
  readonly userId: number;
  readonly uid: string;
  readonly level: IdentityLevel;
  readonly state: string;
  readonly name: string | null;
  readonly verified: string | null;
  readonly shown: string | null;
  readonly sealed: Uint8Array | null;
  readonly reasons: readonly Finding[];
  /** Another account that this number certifies. */
  readonly other: string | null;
  readonly createdAt: number;
}

const LISTED = `select a.id, a.user_id as "userId", u.uid, a.level, a.state, a.name, u.verified_name as verified,
    a.number_shown as shown, a.number_sealed as sealed, a.reasons, a.created_at as "createdAt",
    (select o.uid from identity_application b join app_user o on o.id = b.user_id where b.number_mark = a.number_mark
       and b.level = 1 and b.state = 'approved' and b.user_id <> a.user_id) as other
  from identity_application a join app_user u on u.id = a.user_id`;

function line({ id, uid, level, state, name, verified, shown, other, createdAt }: Listed): string {
  const who = level === 1 ? `${name ?? ''}, number ${shown ?? ''}` : `photos of ${verified ?? '?'}`;
  const twice = other === null ? '' : `  THIS NUMBER CERTIFIES ${other}`;
  return `${id}  ${timeOf(createdAt)}  ${uid}  level ${level}  ${state}  ${who}${twice}`;
}

async function list({ db }: OpsDeps, state = 'pending'): Promise<OpsAnswer> {
  if (!applicationStates.some((each) => each === state))
    return refused(`"${state}" is no state: ${applicationStates.join(', ')}.`);
  const rows = await db.query<Listed>(
    `${LISTED} where a.state = $1 order by a.id ${state === 'pending' ? '' : 'desc'} limit ${SHOWN}`,
    [state],
  );
  return rows.length === 0 ? reported(`No application is ${state}.`) : reported(...rows.map(line));
}

async function found({ db }: OpsDeps, text: string): Promise<Listed | undefined> {
  const [row] = await db.query<Listed>(`${LISTED} where a.id = $1`, [numberOf(text)]);
  return row;
}

/** One application with its whole number, and its photos as files. */
async function show(deps: OpsDeps, text: string): Promise<OpsAnswer> {
  const row = await found(deps, text);
  if (!row) return refused(`There is no application "${text}".`);
  const lines = [line(row), ...row.reasons.map(({ field, reason, note }) => `${field}: ${reason} ${note}`)];
  if (row.sealed) lines.push(`number ${await numberOrWhy(deps, row.userId, row.sealed)}`);
  const files: { name: string; content: string }[] = [];
  for (const photo of await photosOf(deps.db, row.id)) {
    const content = await contentOrWhy(deps, photo);
    if (typeof content === 'string') lines.push(`${photo.kind}: ${content}`);
    else files.push({ name: `${row.uid}-${photo.kind}.jpg`, content: base64.encode(content) });
  }
  return { ...reported(...lines), files };
}

const whyOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return `cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`;
};

async function numberOrWhy({ sealer }: OpsDeps, userId: number, sealed: Uint8Array): Promise<string> {
  if (!sealer) return 'cannot be opened: no key is set';
  return sealer.open(sealed, numberPurpose(userId)).then((bytes) => new TextDecoder().decode(bytes), whyOf);
}

async function contentOrWhy({ sealer, uploads }: OpsDeps, photo: StoredPhoto): Promise<Uint8Array | string> {
  if (!sealer) return 'cannot be opened: no key is set';
  return openPhoto({ sealer, ...(uploads ? { uploads } : {}) }, photo).catch(whyOf);
}

async function approveOne(deps: OpsDeps, text: string): Promise<OpsAnswer> {
  const row = await found(deps, text);
  if (!row) return refused(`There is no application "${text}".`);
  try {
    const done = await run(deps, (work) => approve(work, row.id, 'operator'));
    return done
      ? reported(`${row.uid} is certified at level ${row.level}.`)
      : refused(`Application ${row.id} is ${row.state}.`);
  } catch (error) {
    if (constraintOf(error) !== 'identity_number') throw error;
    return refused(`This number certifies ${row.other ?? 'another account'}: reject it with --number taken.`);
  }
}

/** `front=unreadable: too dark`; a reason in plain words counts as `other`. */
function findingFrom(text: string): Finding {
  const [, field = '', reported = ''] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  const [, code = '', note = ''] = /^(\w+)(?::\s*(.*))?$/s.exec(reported.trim()) ?? [];
  const isCode = (rejectionReasons as readonly string[]).includes(code);
  return {
    field: field as IdentityField,
    reason: isCode ? (code as RejectionReason) : 'other',
    note: spaced(isCode ? note : reported),
  };
}

/** @param texts what is wrong with each field. */
async function rejectOne(deps: OpsDeps, text: string, texts: readonly string[]): Promise<OpsAnswer> {
  const row = await found(deps, text);
  if (!row) return refused(`There is no application "${text}".`);
  const findings = texts.map(findingFrom);
  const fields = fieldsOfLevel(row.level);
  if (findings.length === 0 || findings.some(({ field }) => !fields.includes(field)))
    return refused(
      `Say what is wrong with ${fields.map((field) => `--${field}`).join(', ')} at level ${row.level}.`,
    );
  if (findings.some(({ reason, note }) => note.length > MOST_NOTE || (reason === 'other' && note === '')))
    return refused(`Say why: ${rejectionReasons.join(', ')}, or in up to ${MOST_NOTE} letters of your own.`);
  const done = await run(deps, (work) => reject(work, row.id, 'operator', findings));
  return done
    ? reported(`Application ${row.id} of ${row.uid} is rejected.`)
    : refused(`Application ${row.id} is ${row.state}.`);
}

/** What an operator may do about identities: look at what waits, and decide. */
export const identityOps: Readonly<Record<string, OpsCommand>> = {
  'identity list': (deps, [state]) => list(deps, state),
  'identity show': (deps, [id = '']) => show(deps, id),
  'identity approve': (deps, [id = '']) => approveOne(deps, id),
  'identity reject': (deps, [id = '', ...findings]) => rejectOne(deps, id, findings),
};
