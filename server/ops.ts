import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { identityFields, rejectionReasons } from '../domain/index.ts';
import { SettingError, settingsFrom } from './base/config.ts';
import type { OpsAnswer } from './base/opsAnswer.ts';
import { createSealer } from './base/sealer.ts';
import { createVault } from './base/secrets.ts';
import type { Operator } from './books/users/opsCommand.ts';
import { addBackupCommands } from './host/backup/commands.ts';
import { FolderLockedError } from './host/database/lock.ts';
import { openDatabase, SCHEMA } from './host/database/openDatabase.ts';
import { deviceClock } from './host/device/clock.ts';
import { operatorName } from './host/device/operatorName.ts';
import { writeFiles } from './host/files/opsFiles.ts';
import { hasSealed, readIdentityKeys, readSecretKey } from './host/files/secretKey.ts';
import { openUploads } from './host/files/uploadFolder.ts';
import { addMoveCommand } from './host/move/command.ts';
import { askOps, opsAddress } from './host/net/opsSocket.ts';
import { runOps, twoAboveOf } from './host/opsCommands.ts';
import { addTermsCommands } from './host/opsTerms.ts';
import { addTradingCommands } from './host/opsTrading.ts';
import { addWithdrawalCommands } from './host/opsWithdrawals.ts';

// Pictures and databases that a command writes are for nobody else.
process.umask(0o077);

/** The bundle lies in dist/server, two folders below the product's. */
const root = process.env['TIDEMARK_ROOT'] ?? join(import.meta.dirname, '../..');

const operator = (): Operator => ({
  who: operatorName(process.env),
  why: program.opts<{ why?: string }>().why ?? '',
});

/**
 * Works on the database itself when it is free or a server of its own; while an exchange runs on the built-in
 * one, the command is sent to that exchange.
 */
async function execute(name: string, args: readonly string[]): Promise<OpsAnswer> {
  const settings = settingsFrom(process.env);
  try {
    const db = await openDatabase(settings, root, { mustExist: true });
    try {
      const isInUse = await hasSealed(db);
      const vault = await createVault(readSecretKey(settings, isInUse));
      const uploads = openUploads(settings);
      const sealer = await createSealer(readIdentityKeys(settings, isInUse));
      const deps = {
        db,
        clock: deviceClock,
        published: () => undefined,
        vault,
        sealer,
        ...twoAboveOf(settings),
        ...(uploads ? { uploads } : {}),
      };
      return await runOps(deps, operator(), name, args);
    } finally {
      await db.close();
    }
  } catch (error) {
    if (!(error instanceof FolderLockedError)) throw error;
    return askOps(opsAddress(settings.dataDir), operator(), name, args);
  }
}

function fail(error: unknown): void {
  const text = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  process.stderr.write(`${error instanceof SettingError ? text : `It failed: ${text}`}\n`);
  process.exitCode = 1;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Says what a command says. @returns its answer; undefined when it failed. */
async function answered(name: string, ...args: readonly string[]): Promise<OpsAnswer | undefined> {
  try {
    const answer = await execute(name, args);
    answer.lines.forEach(print);
    if (!answer.ok) process.exitCode = 1;
    return answer;
  } catch (error) {
    fail(error);
    return undefined;
  }
}

/** Says what a command of this process says, or why it failed. */
async function own(work: () => Promise<OpsAnswer>): Promise<void> {
  try {
    const { lines, ok } = await work();
    lines.forEach(print);
    if (!ok) process.exitCode = 1;
  } catch (error) {
    fail(error);
  }
}

async function send(name: string, ...args: readonly string[]): Promise<void> {
  await answered(name, ...args);
}

/** Says it, and writes the pictures that come with it to a folder. */
async function show(name: string, id: string, folder?: string): Promise<void> {
  const answer = await answered(name, id);
  const files = answer?.files ?? [];
  if (files.length > 0)
    await own(async () => ({ ok: true, lines: [`Pictures are in ${writeFiles(files, folder)}`] }));
}

/** Writes the picture of a notice to a new file. */
async function voucher(notice: string, file: string): Promise<OpsAnswer> {
  const answer = await execute('deposits voucher', [notice]);
  if (!answer.ok) return answer;
  writeFileSync(file, Buffer.from(answer.lines.join(''), 'base64'), { flag: 'wx' });
  return { ok: true, lines: [`Written to ${file}.`] };
}

const program = new Command('npm run ops --')
  .description('Commands for whoever runs this exchange.')
  .option('--why <text>', 'the reason, which is kept with what is done');
const users = program.command('users').description('accounts of users');
users
  .command('find <text>')
  .description('by a part of uid, e-mail or phone')
  .action((text: string) => send('users find', text));
users
  .command('freeze <who>')
  .description('ends all sessions and refuses new ones')
  .action((who: string) => send('users freeze', who));
users
  .command('unfreeze <who>')
  .description('lets them in again')
  .action((who: string) => send('users unfreeze', who));
users
  .command('verify <who> <name...>')
  .description('you have seen the document: the name that bank cards have to be in')
  .action((who: string, name: string[]) => send('users verify', who, ...name));
program
  .command('sessions')
  .description('logins')
  .command('end <who>')
  .description('ends all sessions of a user')
  .action((who: string) => send('sessions end', who));
program
  .command('ledger')
  .description('the books')
  .command('verify')
  .description('proves sums, balances and holds, and says where they differ')
  .action(() => send('ledger verify'));
const cycle = program.command('cycle').description('cycle contracts');
cycle
  .command('list')
  .description('what runs and could be lost on each asset, and what the house has')
  .action(() => send('cycle list'));
cycle
  .command('verify <id>')
  .description('recomputes a settled contract from the recorded index and the books')
  .action((id: string) => send('cycle verify', id));
cycle
  .command('close <asset>')
  .description('takes no new contracts on an asset; running ones go on')
  .action((asset: string) => send('cycle close', asset));
cycle
  .command('open <asset>')
  .description('takes new contracts again')
  .action((asset: string) => send('cycle open', asset));
const deposits = program.command('deposits').description('deposits, and what users say is missing');
deposits
  .command('list [state]')
  .description('the newest; seen, credited, unlocked, reversed, small or doubtful')
  .action((state?: string) => send('deposits list', state ?? ''));
deposits
  .command('networks')
  .description('what is listened to, and how far')
  .action(() => send('deposits networks'));
deposits
  .command('notices')
  .description('what users have told of and nobody has looked at')
  .action(() => send('deposits notices'));
deposits
  .command('voucher <notice> <file>')
  .description('writes the picture that proves it to a new file')
  .action((notice: string, file: string) => own(() => voucher(notice, file)));
deposits
  .command('credit <notice> <transaction> <amount> <reason>')
  .option('--confirm <word>', 'what the first time said')
  .description('shows what would be booked; with the word that it says, books it')
  .action((notice: string, tx: string, amount: string, reason: string, { confirm }: { confirm?: string }) =>
    send('deposits credit', notice, tx, amount, reason, ...(confirm === undefined ? [] : [confirm])),
  );
deposits
  .command('reject <notice> <reason>')
  .description('the user reads the reason')
  .action((notice: string, reason: string) => send('deposits reject', notice, reason));
addWithdrawalCommands(program, send);
addTradingCommands(program, send);
addTermsCommands(program, send);
const identity = program.command('identity').description('who users are');
identity
  .command('list [state]')
  .description('applications that wait, or of another state: approved, rejected')
  .action((state?: string) => send('identity list', ...(state === undefined ? [] : [state])));
identity
  .command('show <id> [folder]')
  .description(
    'the whole number, and the photos in a new folder that only you can read: delete it afterwards',
  )
  .action((id: string, folder?: string) => show('identity show', id, folder));
identity
  .command('approve <id>')
  .description('certifies the user at the level that was applied for')
  .action((id: string) => send('identity approve', id));
const reject = identity
  .command('reject <id>')
  .description(
    `the user reads what is wrong: ${rejectionReasons.join(', ')}, or your own words after a colon`,
  );
for (const field of identityFields) reject.option(`--${field} <reason>`);
reject.action((id: string, wrong: Readonly<Record<string, string>>) =>
  send('identity reject', id, ...Object.entries(wrong).map(([field, reason]) => `${field}=${reason}`)),
);
const tickets = program.command('tickets').description('what users ask');
tickets
  .command('list [state]')
  .description('those that wait, the oldest first, or of another state: replied, closed')
  .action((state?: string) => send('tickets list', ...(state === undefined ? [] : [state])));
tickets
  .command('show <id> [folder]')
  .description('all that was written; pictures in a new folder that only you can read')
  .action((id: string, folder?: string) => show('tickets show', id, folder));
tickets
  .command('answer <id> <text...>')
  .description('the user reads it at once')
  .action((id: string, text: string[]) => send('tickets answer', id, ...text));
tickets
  .command('close <id>')
  .description('nothing is left to say; if the user writes again, it is open again')
  .action((id: string) => send('tickets close', id));
const plans = program.command('plans').description('storage plans');
const TERMS = 'rate=… days=… share=… least=… most=… quota=…';
plans
  .command('list')
  .description('their terms, what is taken and left, and what interest the house has promised')
  .action(() => send('plans list'));
plans
  .command('add <asset> <terms...>')
  .description(`opens a new plan: ${TERMS}`)
  .action((asset: string, terms: string[]) => send('plans add', asset, ...terms));
plans
  .command('change <id> <terms...>')
  .description(`changes some of a plan's terms for new orders: ${TERMS}`)
  .action((id: string, terms: string[]) => send('plans change', id, ...terms));
plans
  .command('close <id>')
  .description('takes no new orders; those that run go on')
  .action((id: string) => send('plans close', id));
plans
  .command('open <id>')
  .description('takes new orders again')
  .action((id: string) => send('plans open', id));
plans
  .command('fund <asset> <amount> <reference>')
  .description('gives the house money to pay interest from, once for each reference')
  .action((asset: string, amount: string, reference: string) => send('plans fund', asset, amount, reference));
program
  .command('acts')
  .description('what operators have had done')
  .command('list [count]')
  .description('the newest: when, who, what, what became of it, and why')
  .action((count?: string) => send('acts list', count ?? '20'));
program
  .command('outbox')
  .description('mails and text messages')
  .command('show [count]')
  .description('the newest, with what became of them')
  .action((count?: string) => send('outbox show', count ?? '10'));
addMoveCommand(program, { root, schema: join(root, SCHEMA) }, own);
addBackupCommands(program, join(root, SCHEMA), (file) => execute('database dump', [file]), own);
await program.parseAsync(process.argv);
