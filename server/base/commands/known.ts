import { RuleError } from '../../../domain/index.ts';
import type { KeyedCommand } from './command.ts';

/** What a transaction has read about the commands that it is to decide. */
export interface CommandsRead {
  readonly commands: readonly (readonly [user: number, key: string, hash: string, response: unknown])[];
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
