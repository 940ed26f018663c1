import type { WithdrawalRow } from '../../../../domain/contract/index.ts';
import type { WithdrawalState } from '../../../../domain/index.ts';
import { withdrawalStates, withdrawRoute } from '../../../../domain/index.ts';
import type { Transaction } from '../../../base/commands/command.ts';
import { run } from '../../../base/commands/command.ts';
import { constraintOf, singleRow } from '../../../base/db/database.ts';
import type { OpsAnswer } from '../../../base/opsAnswer.ts';
import { refused, reported } from '../../../base/opsAnswer.ts';
import { proveAll } from '../../../books/ledger/proof.ts';
import { agreed, SECOND_NEEDED } from '../../../books/users/consent.ts';
import type { OpsCommand, OpsDeps } from '../../../books/users/opsCommand.ts';
import { changeVenueState, venueStateOf } from '../../../books/venue/state.ts';
import { debtsOf } from '../deposits/unlocked.ts';
import { withdrawalOf } from './withdrawals.ts';
import type { StepNote } from './withdrawSteps.ts';
import { step } from './withdrawSteps.ts';

const ID = /^[1-9]\d{0,15}$/;
const TX = /^(?:0x)?([0-9a-f]{64})$/i;
/** Most letters of a reason or a reference that users are shown. */
const MOST_TEXT = 200;

interface Listed {
  readonly uid: string;
  readonly held: boolean;
  readonly frozen: boolean;
  readonly row: WithdrawalRow;
}

const LISTED = `select u.uid, coalesce(u.held_until > $1, false) as held, u.frozen_at is not null as frozen,
  withdrawal_row(w, $1) as row from withdrawal w join app_user u on u.id = w.user_id`;

const line = ({ uid, held, frozen, row }: Listed): string => {
  const to =
    row.kind === 'crypto'
      ? `${row.chain} ${row.address}`
      : `${row.fiat} ${row.received} to ${row.bank} ${row.card}`;
  const marks = `${held ? '  RESTS' : ''}${frozen ? '  FROZEN' : ''}`;
  return `${row.id}  ${row.state}  ${uid}  ${row.amount} ${row.currency} (fee ${row.fee})  ${to}${marks}`;
};

async function list({ db, clock }: OpsDeps, state = 'requested'): Promise<OpsAnswer> {
  if (!withdrawalStates.some((each) => each === state))
    return refused(`"${state}" is no state: ${withdrawalStates.join(', ')}.`);
  const rows = await db.query<Listed>(`${LISTED} where w.state = $2 order by w.id limit 100`, [
    clock.now(),
    state,
  ]);
  return rows.length === 0 ? reported(`No withdrawal is ${state}.`) : reported(...rows.map(line));
}

/** One withdrawal with all that is needed to decide on it; of a card, its whole number. */
async function show({ db, clock, vault }: OpsDeps, text = ''): Promise<OpsAnswer> {
  if (!ID.test(text)) return refused(`"${text}" is no withdrawal's number.`);
  const [found] = await db.query<
    Listed & { readonly sealed: string | null; readonly details: string | null; readonly past: string }
  >(
    `${LISTED.replace(
      'withdrawal_row(w, $1) as row',
      `withdrawal_row(w, $1) as row,
       (select number_sealed from bank_card c where c.id = w.card_id) as sealed,
       (select holder || ', ' || bank || ', ' || branch || ', ' || code from bank_card c where c.id = w.card_id) as details,
       (select count(*) || ' withdrawals before, ' || count(*) filter (where address = w.address) || ' to this address'
        from withdrawal o where o.user_id = w.user_id and o.id < w.id and o.state = 'confirmed') as past`,
    )}
     where w.id = $2`,
    [clock.now(), text],
  );
  if (!found) return refused(`There is no withdrawal ${text}.`);
  const { row, sealed, details, past } = found;
  const at = (moment: number) => new Date(moment).toISOString();
  return reported(
    line(found),
    `asked for ${at(row.createdAt)}, changed ${at(row.updatedAt)}; ${past}`,
    ...(sealed === null ? [] : [`card ${(await vault?.open(sealed)) ?? ''}: ${details ?? ''}`]),
    ...(row.tx === null ? [] : [`transaction or reference ${row.tx}`]),
    ...(row.reason === null ? [] : [`reason: ${row.reason}`]),
  );
}

interface Move {
  readonly from: readonly WithdrawalState[];
  readonly to: WithdrawalState;
  /** What the operator has to say with it. */
  readonly needs?: 'reason' | 'tx';
}

/** What an operator may make of a withdrawal. What the signer has signed is its own, until it is sent. */
const MOVES: Readonly<Record<string, Move>> = {
  approve: { from: ['requested'], to: 'approved' },
  reject: { from: ['requested', 'approved'], to: 'rejected', needs: 'reason' },
  sent: { from: ['approved'], to: 'sent', needs: 'tx' },
  confirm: { from: ['sent'], to: 'confirmed' },
  fail: { from: ['sent'], to: 'failed', needs: 'reason' },
};

async function move(
  deps: OpsDeps,
  name: string,
  [text = '', ...words]: readonly string[],
): Promise<OpsAnswer> {
  const rule = MOVES[name];
  if (!rule || !ID.test(text)) return refused(`"${text}" is no withdrawal's number.`);
  const note = words.join(' ').trim();
  const { needs } = rule;
  if (needs && (note === '' || note.length > MOST_TEXT))
    return refused(
      `Say ${needs === 'tx' ? 'the transaction or reference' : 'why'}, in at most ${MOST_TEXT} letters.`,
    );
  const id = Number.parseInt(text, 10);
  try {
    return await run(deps, (work) => moved(work, deps, id, rule, needs ? { [needs]: note } : {}));
  } catch (error) {
    const rules = ['withdrawal_goes_on', 'withdrawal_tx'];
    if (!rules.includes(constraintOf(error) ?? '')) throw error;
    return refused(`Withdrawal ${id} is signed already, or this transaction stands for another one.`);
  }
}

async function moved(
  work: Transaction,
  deps: OpsDeps,
  id: number,
  { from, to }: Move,
  note: StepNote,
): Promise<OpsAnswer> {
  const before = await withdrawalOf(work.tx, id, work.at);
  if (!before) return refused(`There is no withdrawal ${id}.`);
  if (to !== 'rejected' && before.state !== 'sent' && (await venueStateOf(work.tx, 'withdrawals')) !== 'open')
    return refused('Withdrawals are paused: see withdrawals resume.');
  // What is by hand rests as what is signed does: after the approval too.
  const isOnItsWay = to === 'approved' || (to === 'sent' && before.state === 'approved');
  if (isOnItsWay && before.restsUntil !== null)
    return refused(`Withdrawals of this user rest until ${new Date(before.restsUntil).toISOString()}.`);
  const user = await standingOf(work, id);
  if (isOnItsWay && user.isFrozen) return refused('This user is frozen: see users unfreeze.');
  if (isOnItsWay && user.isOwing)
    return refused('This user owes for a deposit that was taken back: it is settled from what becomes free.');
  if (from[0] !== 'requested' && (await isSigned(work, id)))
    return refused(`Withdrawal ${id} is signed: it goes its way by itself.`);
  const transaction = to === 'sent' && before.kind === 'crypto' ? txOf(before, note.tx ?? '') : note.tx;
  if (to === 'sent' && transaction === undefined) return refused('A transaction has 64 hexadecimal digits.');
  if (to === 'approved' && before.state === 'requested' && !(await isAgreed(work, deps, id)))
    return reported(SECOND_NEEDED);
  const row = await step(work, id, from, to, { ...note, ...(transaction ? { tx: transaction } : {}) });
  if (!row) return refused(`Withdrawal ${id} is ${before.state}: it cannot be made ${to}.`);
  return reported(`Withdrawal ${id} is ${row.state}.`);
}

/** A transaction in its chain's one writing, so that it pays one withdrawal only; undefined for what is no transaction. */
function txOf(
  { currency, chain }: Pick<Extract<WithdrawalRow, { kind: 'crypto' }>, 'currency' | 'chain'>,
  text: string,
): string | undefined {
  const digits = TX.exec(text)?.[1]?.toLowerCase();
  const hasPrefix = withdrawRoute(currency, chain)?.family === 'evm';
  return digits && `${hasPrefix ? '0x' : ''}${digits}`;
}

async function standingOf(
  { tx }: Transaction,
  id: number,
): Promise<{ readonly isFrozen: boolean; readonly isOwing: boolean }> {
  const rows = await tx.query<{ isFrozen: boolean; userId: number }>(
    `select u.frozen_at is not null as "isFrozen", u.id as "userId"
     from withdrawal w join app_user u on u.id = w.user_id where w.id = $1`,
    [id],
  );
  const { isFrozen, userId } = singleRow(rows);
  return { isFrozen, isOwing: (await debtsOf(tx, userId)).length > 0 };
}

async function isAgreed(work: Transaction, deps: OpsDeps, id: number): Promise<boolean> {
  const rows = await work.tx.query<{ worth: string }>('select worth::text from withdrawal where id = $1', [
    id,
  ]);
  return agreed(work, deps, { name: `withdrawals approve ${id}`, worth: rows[0]?.worth });
}

async function isSigned({ tx }: Transaction, id: number): Promise<boolean> {
  const found = await tx.query('select 1 from withdrawal where id = $1 and signed is not null', [id]);
  return found.length > 0;
}

/** Lets nothing leave any more. What is signed goes its way; users may still take theirs back. */
async function pause(deps: OpsDeps, words: readonly string[]): Promise<OpsAnswer> {
  const why = words.join(' ').trim() || 'An operator has paused them.';
  const isNew = await run(deps, (work) =>
    changeVenueState(work, 'withdrawals', { state: 'paused', why: why.slice(0, MOST_TEXT) }),
  );
  return isNew
    ? reported('Nothing is approved or signed any more.')
    : refused('Withdrawals are paused already.');
}

/** Only books that agree let money leave again. */
async function resume(deps: OpsDeps): Promise<OpsAnswer> {
  const differences = await proveAll(deps);
  if (differences.length > 0)
    return refused(
      `The books differ in ${differences.length} places: see ledger verify. Nothing is resumed.`,
    );
  const isNew = await run(deps, (work) =>
    changeVenueState(work, 'withdrawals', { state: 'open', why: 'The books agree.' }),
  );
  return isNew ? reported('The books agree. Withdrawals go on.') : refused('Withdrawals are not paused.');
}

/** What an operator may do about withdrawals: look, decide, and carry out those that nobody signs for. */
export const withdrawOps: Readonly<Record<string, OpsCommand>> = {
  'withdrawals list': (deps, [state]) => list(deps, state),
  'withdrawals show': (deps, [id]) => show(deps, id),
  'withdrawals pause': pause,
  'withdrawals resume': resume,
  ...Object.fromEntries(
    Object.keys(MOVES).map((name): [string, OpsCommand] => [
      `withdrawals ${name}`,
      (deps, args) => move(deps, name, args),
    ]),
  ),
};
