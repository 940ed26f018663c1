import { writeFile } from 'node:fs/promises';
import { run } from '../base/commands/command.ts';
import type { OpsAnswer } from '../base/opsAnswer.ts';
import { refused, reported } from '../base/opsAnswer.ts';
import type { Settings } from '../base/settings.ts';
import { balancesOf } from '../books/ledger/ledger.ts';
import { countLedger, verifyLedger } from '../books/ledger/verify.ts';
import { noteEvent } from '../books/users/notices.ts';
import type { Operator, OpsCommand, OpsDeps } from '../books/users/opsCommand.ts';
import { endSessions } from '../books/users/sessions.ts';
import { certify } from '../products/identity/decide.ts';
import { promiseLines } from '../products/storage/ops.ts';
import { listActs, recorded } from './opsActs.ts';
import { termsOps } from './opsTerms.ts';
import { tradingOps } from './opsTrading.ts';
import { products } from './products.ts';

const OPERATOR = { device: 'operator', address: 'local' };

interface Found {
  readonly id: number;
  readonly uid: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly level: number;
  readonly frozen_at: number | null;
  readonly created_at: number;
}

/** Users by uid, e-mail or phone, or by a part of one. */
async function find({ db }: OpsDeps, text: string, isExact: boolean): Promise<readonly Found[]> {
  const escaped = text.replace(/[\\%_]/g, '\\$&');
  return db.query<Found>(
    `select id, uid, email, phone, level, frozen_at, created_at from app_user
     where uid like $1 or email like $1 or phone like $1 order by id limit 20`,
    [isExact ? escaped : `%${escaped}%`],
  );
}

async function one(deps: OpsDeps, text = ''): Promise<Found | undefined> {
  const found = await find(deps, text, true);
  return found.length === 1 ? found[0] : undefined;
}

async function setFrozen(deps: OpsDeps, text: string | undefined, isFrozen: boolean): Promise<OpsAnswer> {
  const user = await one(deps, text);
  if (!user) return refused(`Nobody is called "${text}": give the whole uid, e-mail or phone.`);
  const ended = await run(deps, async (work) => {
    await work.tx.query('update app_user set frozen_at = $2 where id = $1', [
      user.id,
      isFrozen ? work.at : null,
    ]);
    await noteEvent(work, user.id, isFrozen ? 'frozen' : 'unfrozen', OPERATOR);
    return isFrozen ? endSessions(work.tx, user.id, work.at) : 0;
  });
  return reported(`${user.uid} is ${isFrozen ? `frozen; ${ended} sessions ended` : 'free again'}.`);
}

/** Notes a user's verified name: bank cards have to be in it. */
async function setVerified(deps: OpsDeps, [text, ...words]: readonly string[]): Promise<OpsAnswer> {
  const name = words.join(' ').trim();
  if (name === '' || name.length > 100) return refused('Say the name as it stands in the document.');
  const user = await one(deps, text);
  if (!user) return refused(`Nobody is called "${text}": give the whole uid, e-mail or phone.`);
  const [waiting] = await deps.db.query<{ id: number }>(
    "select id from identity_application where user_id = $1 and level = 1 and state = 'pending'",
    [user.id],
  );
  if (waiting) return refused(`${user.uid} has applied: decide on it by identity approve ${waiting.id}.`);
  await run(deps, (work) => certify(work, user.id, 1, name));
  return reported(`${user.uid} is verified as ${name}.`);
}

/** Writes a dump of the built-in database to a file of its owner's: a part of a backup, which the command line makes. */
async function dump({ db }: OpsDeps, [file = '']: readonly string[]): Promise<OpsAnswer> {
  if (!db.dump) return refused('The data is in PostgreSQL: back it up by its own means.');
  const content = await (await db.dump()).arrayBuffer();
  await writeFile(file, new Uint8Array(content), { flag: 'wx', mode: 0o600 });
  return reported(`${file}: ${content.byteLength} bytes.`);
}

export const opsCommands: Readonly<Record<string, OpsCommand>> = {
  'acts list': listActs,
  'database dump': dump,
  'users find': async (deps, [text = '']) => {
    const found = await find(deps, text, false);
    if (found.length === 0) return refused('Nobody found.');
    const lines: string[] = [];
    for (const { id, uid, email, phone, level, frozen_at, created_at } of found) {
      const since = new Date(created_at).toISOString().slice(0, 10);
      const state = frozen_at === null ? '' : '  FROZEN';
      lines.push(`${uid}  ${email ?? '-'}  ${phone ?? '-'}  level ${level}  since ${since}${state}`);
      for (const { account, asset, posted, held } of await balancesOf(deps.db, id))
        lines.push(`  ${account} ${asset} ${posted} (held ${held})`);
    }
    return reported(...lines);
  },
  'users verify': setVerified,
  'users freeze': (deps, [text]) => setFrozen(deps, text, true),
  'users unfreeze': (deps, [text]) => setFrozen(deps, text, false),
  'sessions end': async (deps, [text]) => {
    const user = await one(deps, text);
    if (!user) return refused(`Nobody is called "${text}": give the whole uid, e-mail or phone.`);
    const ended = await run(deps, (work) => endSessions(work.tx, user.id, work.at));
    return reported(`${ended} sessions of ${user.uid} ended.`);
  },
  'ledger verify': async ({ db }) => {
    const { accounts, entries, postings, holds } = await countLedger(db);
    const counted = `${accounts} accounts, ${entries} entries, ${postings} postings, ${holds} open holds`;
    const differences = await verifyLedger(db);
    const promises = await promiseLines({ db });
    if (differences.length === 0) return reported(`The books agree: ${counted}.`, ...promises);
    return refused(
      `The books differ in ${differences.length} places: ${counted}.`,
      ...differences
        .slice(0, 50)
        .map(({ what, where, found, expected }) => `  ${what}: ${where} is ${found}, should be ${expected}`),
      ...promises,
    );
  },
  ...Object.assign({}, ...products.map((product) => ('ops' in product ? product.ops : {}))),
  ...tradingOps,
  ...termsOps,
  'outbox show': async ({ db }, [count = '10']) => {
    const rows = await db.query<{
      id: number;
      channel: string;
      recipient: string;
      state: string;
      text: string;
    }>('select id, channel, recipient, state, text from message order by id desc limit $1', [
      Math.min(100, Math.max(1, Number.parseInt(count, 10) || 10)),
    ]);
    return reported(
      ...rows.map(
        ({ id, channel, recipient, state, text }) => `${id}  ${channel} ${recipient}  ${state}  ${text}`,
      ),
    );
  },
};

/** Above which amount two operators have to agree. */
export const twoAboveOf = ({
  twoPeopleAbove,
}: Pick<Settings, 'twoPeopleAbove'>): Pick<OpsDeps, 'twoAbove'> =>
  twoPeopleAbove === undefined ? {} : { twoAbove: twoPeopleAbove };

/** Runs a command by its name, and writes down who had it done. */
export async function runOps(
  deps: OpsDeps,
  operator: Operator,
  name: string,
  args: readonly string[],
): Promise<OpsAnswer> {
  const command = Object.hasOwn(opsCommands, name) ? opsCommands[name] : undefined;
  if (!command) return refused(`There is no command "${name}".`);
  return recorded(deps, operator, name, args, () => command({ ...deps, operator }, args));
}
