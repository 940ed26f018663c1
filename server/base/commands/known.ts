import { RuleError } from '../../../domain/index.ts';
import type { BatchLog, CommandRow, Queries } from '../db/database.ts';
import { singleRow } from '../db/database.ts';
import type { KeyedCommand } from './command.ts';

/** What a transaction has read about the commands that it is to decide. */
export interface CommandsRead {
  readonly commands: readonly CommandRow[];
  /** Frozen users. */
  readonly frozen: readonly number[];
}

/**
 * The stored response of a repeated command; undefined for a new one.
 * @throws {RuleError} `keyReused` for another request under the same key, `accountFrozen` for a new one of a
 * frozen user.
 */
export function knownAnswer(
  { commands, frozen }: CommandsRead,
  command: KeyedCommand | undefined,
): { readonly response: unknown } | undefined {
  if (!command) return undefined;
  const { userId, key, hash } = command;
  const known = commands.find(([user, its]) => user === userId && its === key);
  if (!known) {
    if (frozen.includes(userId)) throw new RuleError('accountFrozen');
    return undefined;
  }
  if (known[2] !== hash) throw new RuleError('keyReused');
  return { response: known[3] };
}

/** The same for a batch of the log: keys that the tables do not have yet are those of its documents. */
export async function readCommands(
  db: Queries,
  log: BatchLog,
  keys: readonly KeyedCommand[],
): Promise<CommandsRead> {
  if (keys.length === 0) return { commands: [], frozen: [] };
  // First: what is applied while the tables are read is in neither otherwise.
  const pending = log.answersOf(keys);
  const rows = await db.query<{ read: CommandsRead }>(
    'select turn_read(p_users => $1::bigint[], p_keys => $2::text[]) as read',
    [keys.map(({ userId }) => userId), keys.map(({ key }) => key)],
  );
  const { commands, frozen } = singleRow(rows).read;
  return { commands: [...pending, ...commands], frozen };
}
