import { RuleError } from '../../../domain/index.ts';
import type { ServerClock } from '../clock.ts';
import type { Database, Queries } from '../db/database.ts';
import { transact } from '../db/database.ts';
import { digestOf } from '../digest.ts';
import { hexOf } from '../secrets.ts';

/** What a command works with: one transaction, and the moment it happens. */
export interface Transaction {
  readonly tx: Queries;
  /** ms UTC. */
  readonly at: number;
  /** Publishes to a user's private channel, once the transaction is committed. */
  publish(userId: number, type: string, body: unknown): Promise<void>;
  /** Publishes the new state of all accounts of a user that this transaction has touched. */
  publishBalances(userId: number): Promise<void>;
  /** The work has published something to this user by itself. */
  touched(userId: number): void;
}

export interface CommandDeps {
  readonly db: Database;
  readonly clock: ServerClock;
  /** Called with streams that have new rows, after the commit and never before. */
  readonly published: (stream: string) => void;
}

/** A command's answer as the table of commands has it. */
export const answeredRow = ([{ userId, key, call, hash }, response]: readonly [KeyedCommand, unknown]) => ({
  user_id: userId,
  key,
  call,
  hash,
  response,
});

export const privateStream = (userId: number): string => `user:${userId}`;

/**
 * Runs work in a transaction; what it publishes goes out after the commit, so that no crash can take it back. Where
 * engines append to a log, it begins when the tables have all of it, and batches wait for its end.
 */
export function run<T>(deps: CommandDeps, work: (work: Transaction) => Promise<T>): Promise<T> {
  const log = deps.db.log ?? deps.db.outside;
  if (!log) return runBeside(deps, work);
  return log.outside(() =>
    runBeside(deps, async (own) => {
      await log.beginOutside(own.tx);
      return work(own);
    }),
  );
}

/**
 * The same for work that neither reads nor changes money, keys of commands, orders, positions or who is frozen: it waits
 * for no log, and no batch waits for it. Where a log is on, the database refuses a change of money or keys in it.
 */
export async function runBeside<T>(
  { db, clock, published }: CommandDeps,
  work: (work: Transaction) => Promise<T>,
): Promise<T> {
  let streams = new Set<string>();
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));
  const result = await transact(db, pause, async (tx) => {
    streams = new Set();
    const at = clock.now();
    const publish = async (userId: number, type: string, body: unknown): Promise<void> => {
      const stream = privateStream(userId);
      await tx.query('select publish_one(p_stream => $1, p_type => $2, p_body => $3::jsonb, p_at => $4)', [
        stream,
        type,
        JSON.stringify(body),
        at,
      ]);
      streams.add(stream);
    };
    const publishBalances = async (userId: number): Promise<void> => {
      await tx.query("select publish('[]', array[$1::bigint], $2)", [userId, at]);
      streams.add(privateStream(userId));
    };
    const touched = (userId: number): void => void streams.add(privateStream(userId));
    return work({ tx, at, publish, publishBalances, touched });
  });
  for (const stream of streams) announce(published, stream);
  return result;
}

/**
 * A failed announcement does not undo the commit: readers find the rows by their sequence numbers later on.
 */
export function announce(published: CommandDeps['published'], stream: string): void {
  try {
    published(stream);
  } catch {
    // A hint that was lost.
  }
}

/** A user's request under an idempotency key. */
export interface Command {
  readonly userId: number;
  readonly key: string;
  readonly call: string;
  /** The parsed request: two with the same fields are the same. */
  readonly request: unknown;
}

/** A command with the hash of its request, as hexadecimal text. */
export interface KeyedCommand extends Command {
  readonly hash: string;
}

export function keyed(command: Command): KeyedCommand {
  const hash = digestOf(`${command.call}\n${stableText(command.request)}`);
  return { ...command, hash: hexOf(hash) };
}

/**
 * Runs a money-moving command once. The same key with the same request gives the first answer again.
 * A refusal leaves nothing behind, so that its key may be used once more.
 * @throws {RuleError} `keyReused` when the key named another request before; `accountFrozen`.
 */
export async function runOnce<T>(
  deps: CommandDeps,
  { userId, key, call, request }: Command,
  work: (work: Transaction) => Promise<T>,
): Promise<T> {
  const hash = digestOf(`${call}\n${stableText(request)}`);
  return run(deps, async (own) => {
    const fresh = await own.tx.query<{ may: boolean }>(
      `insert into command (user_id, key, call, request_hash, at) select id, $2, $3, $4, $5 from app_user where id = $1
       on conflict (user_id, key) do nothing
       returning (select frozen_at is null from app_user where id = $1) as may`,
      [userId, key, call, hash, own.at],
    );
    const [first] = fresh;
    if (!first) return answered<T>(own.tx, userId, key, hash);
    if (!first.may) throw new RuleError('accountFrozen');
    const result = await work(own);
    await own.tx.query('update command set response = $3::jsonb where user_id = $1 and key = $2', [
      userId,
      key,
      JSON.stringify(result),
    ]);
    return result;
  });
}

/** Whether a user's key has acted or been made void: its command is answered without any work. */
export async function isKnownKey(db: Queries, { userId, key }: Command): Promise<boolean> {
  const rows = await db.query('select 1 from command where user_id = $1 and key = $2', [userId, key]);
  return rows.length > 0;
}

async function answered<T>(tx: Queries, userId: number, key: string, hash: Uint8Array): Promise<T> {
  const [known] = await tx.query<{ request_hash: Uint8Array; response: T }>(
    'select request_hash, response from command where user_id = $1 and key = $2',
    [userId, key],
  );
  const isSame =
    known?.request_hash.length === hash.length && known.request_hash.every((byte, i) => byte === hash[i]);
  if (!known || !isSame) throw new RuleError('keyReused');
  return known.response;
}

/** The call of a key whose outcome was requested before it acted. */
const VOID = 'void';

/**
 * The outcome of commands, for a client that lost their responses. A key that has not acted is made void, so
 * that a request which is still on its way cannot act after the user has received "not done". Keys of other
 * users are unknown here.
 */
export async function settleCommands(
  deps: CommandDeps,
  userId: number,
  keys: readonly string[],
): Promise<{ key: string; done: boolean; response: unknown }[]> {
  return run(deps, async ({ tx, at }) => {
    await tx.query(
      `insert into command (user_id, key, call, request_hash, at)
       select $1, key, '${VOID}', ''::bytea, $3 from unnest($2::text[]) as key order by key
       on conflict (user_id, key) do nothing`,
      [userId, [...new Set(keys)], at],
    );
    const rows = await tx.query<{ key: string; response: unknown }>(
      `select key, response from command where user_id = $1 and key = any($2::text[]) and call <> '${VOID}'`,
      [userId, [...keys]],
    );
    const found = new Map(rows.map(({ key, response }) => [key, response]));
    return keys.map((key) => ({ key, done: found.has(key), response: found.get(key) ?? null }));
  });
}

/** JSON with its fields in the order of their names. */
function stableText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
