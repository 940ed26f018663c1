import { singleRow } from '../base/db/database.ts';
import type { OpsAnswer } from '../base/opsAnswer.ts';
import { reported, timeOf } from '../base/opsAnswer.ts';
import type { Operator, OpsDeps } from '../books/users/opsCommand.ts';

/** Commands that only read, and no secrets. All others are written down. */
const LOOKING: ReadonlySet<string> = new Set([
  'acts list',
  'cycle list',
  'cycle verify',
  'deposits list',
  'deposits networks',
  'deposits notices',
  'identity list',
  'ledger verify',
  'fees list',
  'limits list',
  'market list',
  'markets list',
  'plans list',
  'tickets list',
  'tickets show',
  'users find',
  'withdrawals list',
]);
/** Commands whose answer is a user's secret: codes, numbers of identity and of cards, vouchers. It is not stored. */
const SECRET: ReadonlySet<string> = new Set([
  'deposits voucher',
  'identity show',
  'outbox show',
  'withdrawals show',
]);
const ANSWER_MOST = 2_000;
const LISTED_MOST = 200;

/** Writes an act down, does it, and writes down what became of it: an act without an end was cut off. */
export async function recorded(
  { db, clock }: Pick<OpsDeps, 'db' | 'clock'>,
  { who, why }: Operator,
  name: string,
  args: readonly string[],
  act: () => Promise<OpsAnswer>,
): Promise<OpsAnswer> {
  if (LOOKING.has(name)) return act();
  const { id } = singleRow(
    await db.query<{ id: number }>(
      'insert into ops_act (at, who, why, name, args) values ($1, $2, $3, $4, $5::jsonb) returning id',
      [clock.now(), who, why, name, JSON.stringify(args)],
    ),
  );
  const end = (ok: boolean, answer: string) =>
    db.query('insert into ops_act_end values ($1, $2, $3, $4)', [
      id,
      clock.now(),
      ok,
      SECRET.has(name) ? '' : answer.slice(0, ANSWER_MOST),
    ]);
  let answer: OpsAnswer;
  try {
    answer = await act();
  } catch (error) {
    // Why it failed is what the operator needs, whether or not it can be written down.
    await end(false, String(error)).catch(() => undefined);
    throw error;
  }
  try {
    await end(answer.ok, answer.lines.join('\n'));
  } catch (error) {
    // It is done all the same: an operator who reads that it failed has it done once more.
    const words = `This end could not be written down (${String(error)}): the list of acts shows it as cut off.`;
    return { ...answer, lines: [...answer.lines, words] };
  }
  return answer;
}

interface ActRow {
  readonly id: number;
  readonly at: number;
  readonly who: string;
  readonly why: string;
  readonly name: string;
  readonly args: readonly string[];
  readonly ok: boolean | null;
}

/** The newest acts, the newest last. */
export async function listActs({ db }: OpsDeps, [count = '20']: readonly string[]): Promise<OpsAnswer> {
  const most = Math.min(LISTED_MOST, Math.max(1, Number.parseInt(count, 10) || 20));
  const rows = await db.query<ActRow>(
    `select a.id, a.at, a.who, a.why, a.name, a.args, e.ok from ops_act a left join ops_act_end e on e.act_id = a.id
     order by a.id desc limit $1`,
    [most],
  );
  if (rows.length === 0) return reported('No operator has had anything done yet.');
  return reported(
    ...rows.toReversed().map(({ id, at, who, why, name, args, ok }) => {
      const end = ok === null ? 'CUT OFF' : ok ? 'done' : 'refused';
      const reason = why === '' ? '' : `  (${why})`;
      return `${id}  ${timeOf(at)}  ${who}  ${name} ${args.join(' ')}  ${end}${reason}`;
    }),
  );
}
